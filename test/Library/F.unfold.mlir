// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.unfold(a0, 3, padding=1, stride=2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x36x9xf32> {janus.result = 0 : i64}
// CHECK: nn.pad
// CHECK: nn.index_select
// CHECK: nn.index_select
// CHECK: nn.reshape
// CHECK: nn.permute
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>) -> !imperative.tensor<?x36x9xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.nn.functional.unfold"(%a0, %c3, %c1, %c1, %c2) : (!imperative.tensor<?x4x6x6xf32>, !imperative.int, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<?x36x9xf32>
  imperative.return %0 : !imperative.tensor<?x36x9xf32>
}

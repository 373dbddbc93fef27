// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.unfold_copy(a0, 1, 2, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2x2xf32> {janus.result = 0 : i64}
// CHECK: nn.index_select
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.unfold_copy"(%a0, %c1, %c2, %c2) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<?x2x2xf32>
  imperative.return %0 : !imperative.tensor<?x2x2xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.conv1d(a0, a1, a2, padding=1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?x8xf32> {janus.result = 0 : i64}
// CHECK: nn.conv
imperative.func @sample(%a0: !imperative.tensor<?x4x8xf32>, %a1: !imperative.tensor<?x4x3xf32>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?x?x8xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.conv1d"(%a0, %a1, %a2, %c1, %c1, %c1, %c1) : (!imperative.tensor<?x4x8xf32>, !imperative.tensor<?x4x3xf32>, !imperative.tensor<?xf32>, !imperative.int, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<?x?x8xf32>
  imperative.return %0 : !imperative.tensor<?x?x8xf32>
}

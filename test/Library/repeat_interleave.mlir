// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.repeat_interleave(a0, 2, dim=1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x8xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x8xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.repeat_interleave"(%a0, %c2, %c1, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.none) -> !imperative.tensor<?x8xf32>
  imperative.return %0 : !imperative.tensor<?x8xf32>
}

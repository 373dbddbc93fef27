// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.broadcast_to(a0 * 1, (2, 3, 4)).contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x3x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<2x3x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [2, 3, 4] -> !imperative.tuple<!imperative.int, !imperative.int, !imperative.int>
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.broadcast_to"(%0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int, !imperative.int>) -> !imperative.tensor<2x3x4xf32>
  %2 = imperative.library_call "torch.Tensor.contiguous"(%1, %none) : (!imperative.tensor<2x3x4xf32>, !imperative.none) -> !imperative.tensor<2x3x4xf32>
  imperative.return %2 : !imperative.tensor<2x3x4xf32>
}

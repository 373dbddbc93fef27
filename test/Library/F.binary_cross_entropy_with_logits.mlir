// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.binary_cross_entropy_with_logits(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.clamp
// CHECK: nn.abs
// CHECK: nn.neg
// CHECK: nn.exp
// CHECK: nn.log1p
// CHECK: nn.sub
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: nn.sub
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.mean
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %str = imperative.constant "mean" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.binary_cross_entropy_with_logits"(%a0, %a1, %none, %none, %none, %str, %none) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.none, !imperative.str, !imperative.none) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

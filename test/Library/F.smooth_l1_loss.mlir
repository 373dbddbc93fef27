// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.smooth_l1_loss(a0, a1)
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
// CHECK: nn.sub
// CHECK: nn.abs
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.mul
// CHECK: nn.compare
// CHECK: nn.select
// CHECK: nn.mean
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %str = imperative.constant "mean" -> !imperative.str
  %float = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.smooth_l1_loss"(%a0, %a1, %none, %none, %str, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.str, !imperative.float) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.nn.functional.smooth_l1_loss(a0, a1, reduction='none')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.abs
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.mul
// CHECK: nn.compare
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %str = imperative.constant "none" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %float = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.smooth_l1_loss"(%a0, %a1, %none, %none, %str, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.str, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

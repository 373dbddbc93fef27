// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.hinge_embedding_loss(a0, a1.sign())
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.sign
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: nn.clamp
// CHECK: nn.full
// CHECK: nn.full
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.select
// CHECK: nn.add
// CHECK: nn.mean
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %str = imperative.constant "mean" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %float = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.Tensor.sign"(%a1) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.nn.functional.hinge_embedding_loss"(%a0, %0, %float, %none, %none, %str) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.float, !imperative.none, !imperative.none, !imperative.str) -> !imperative.tensor<f32>
  imperative.return %1 : !imperative.tensor<f32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.multilabel_soft_margin_loss(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.neg
// CHECK: nn.clamp
// CHECK: nn.abs
// CHECK: nn.neg
// CHECK: nn.exp
// CHECK: nn.log1p
// CHECK: nn.sub
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: nn.clamp
// CHECK: nn.abs
// CHECK: nn.neg
// CHECK: nn.exp
// CHECK: nn.log1p
// CHECK: nn.sub
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.add
// CHECK: nn.neg
// CHECK: nn.mean
// CHECK: nn.mean
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %str = imperative.constant "mean" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.multilabel_soft_margin_loss"(%a0, %a1, %none, %none, %none, %str) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.none, !imperative.str) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.gaussian_nll_loss(a0, a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.clamp
// CHECK: nn.full
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.log
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.div
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.mean
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>, %a2: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %float = imperative.constant 9.9999999999999995E-7 : f64 -> !imperative.float
  %str = imperative.constant "mean" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.gaussian_nll_loss"(%a0, %a1, %a2, %false, %float, %str) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.bool, !imperative.float, !imperative.str) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

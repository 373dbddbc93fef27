// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.poisson_nll_loss(a0, a1, full=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.exp
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.log
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.log
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.add
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
// CHECK: nn.mean
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %true = imperative.constant true -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %float = imperative.constant 1.000000e-08 : f64 -> !imperative.float
  %str = imperative.constant "mean" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.poisson_nll_loss"(%a0, %a1, %true, %true, %none, %float, %none, %str) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.bool, !imperative.bool, !imperative.none, !imperative.float, !imperative.none, !imperative.str) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.triplet_margin_loss(a0, a1, a2, swap=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.norm
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.norm
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.norm
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.minimum
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.clamp
// CHECK: nn.mean
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>, %a2: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %true = imperative.constant true -> !imperative.bool
  %float = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %float_0 = imperative.constant 9.9999999999999995E-7 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %str = imperative.constant "mean" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.triplet_margin_loss"(%a0, %a1, %a2, %float, %c2, %float_0, %true, %none, %none, %str) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.float, !imperative.int, !imperative.float, !imperative.bool, !imperative.none, !imperative.none, !imperative.str) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

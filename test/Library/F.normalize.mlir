// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.normalize(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.norm
// CHECK: nn.clamp
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.div
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %float_0 = imperative.constant 9.9999999999999998E-13 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.nn.functional.normalize"(%a0, %float, %c1, %float_0, %none) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.int, !imperative.float, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

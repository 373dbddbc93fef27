// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.isclose(a0, a1, rtol=0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi1> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.compare
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.compare
// CHECK: nn.isinf
// CHECK: nn.logical_not
// CHECK: nn.and
// CHECK: nn.or
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xi1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %float_0 = imperative.constant 1.000000e-08 : f64 -> !imperative.float
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.isclose"(%a0, %a1, %float, %float_0, %false) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.float, !imperative.float, !imperative.bool) -> !imperative.tensor<?x4xi1>
  imperative.return %0 : !imperative.tensor<?x4xi1>
}

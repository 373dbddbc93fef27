// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.allclose(a0, a0 + 1e-9)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (i1 {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.compare
// CHECK: nn.sub
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.compare
// CHECK: nn.isinf
// CHECK: nn.logical_not
// CHECK: nn.and
// CHECK: nn.or
// CHECK: nn.all
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.bool attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %float = imperative.constant 1.000000e-08 : f64 -> !imperative.float
  %float_0 = imperative.constant 1.000000e-05 : f64 -> !imperative.float
  %float_1 = imperative.constant 1.000000e-09 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.add"(%a0, %float_1, %c1) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.allclose"(%a0, %0, %float_0, %float, %false) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.float, !imperative.float, !imperative.bool) -> !imperative.bool
  imperative.return %1 : !imperative.bool
}

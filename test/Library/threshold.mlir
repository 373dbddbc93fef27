// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.threshold(a0, 0.1, 20.0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 1.000000e-01 : f64 -> !imperative.float
  %float_0 = imperative.constant 2.000000e+01 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.threshold"(%a0, %float, %float_0) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.float_power(a0, 1.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf64> {janus.result = 0 : i64}
// CHECK: nn.cast
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 1.500000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.float_power"(%a0, %float) : (!imperative.tensor<?x4xf32>, !imperative.float) -> !imperative.tensor<?x4xf64>
  imperative.return %0 : !imperative.tensor<?x4xf64>
}

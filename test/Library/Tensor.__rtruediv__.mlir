// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// 2.0 / a0
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: %[[R:.*]] = nn.reciprocal
// CHECK: nn.mul %[[R]]
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %number = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.Tensor.__rtruediv__"(%a0, %number) : (!imperative.tensor<?x4xf32>, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

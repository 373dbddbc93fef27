// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.leaky_relu(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.leaky_relu
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 1.000000e-02 : f64 -> !imperative.float
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.leaky_relu"(%a0, %float, %false) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

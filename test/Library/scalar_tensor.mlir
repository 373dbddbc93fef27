// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.scalar_tensor(2.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<f32> attributes {entry, no_grad, params = []} {
  %float = imperative.constant 2.500000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.scalar_tensor"(%float, %none, %none, %false) : (!imperative.float, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

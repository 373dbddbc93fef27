// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.sum().item()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (f64 {janus.result = 0 : i64}
// CHECK: nn.sum
// CHECK: tensor.extract
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.float attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.Tensor.sum"(%a0, %none, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<f32>
  %1 = imperative.library_call "torch.Tensor.item"(%0) : (!imperative.tensor<f32>) -> !imperative.float
  imperative.return %1 : !imperative.float
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.tolist()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x4xf64> {janus.result = 0 : i64}
// CHECK-SAME: janus.output = "{\22numbers\22:0}"
// CHECK: nn.detach
// CHECK: nn.cast {{.*}} to f64 : tensor<2x4xf32>
imperative.func @sample(%a0: !imperative.tensor<2x4xf32>) -> !imperative.list<!imperative.list<!imperative.float>> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.Tensor.tolist"(%a0) : (!imperative.tensor<2x4xf32>) -> !imperative.list<!imperative.list<!imperative.float>>
  imperative.return %0 : !imperative.list<!imperative.list<!imperative.float>>
}

// -----

// a0.sum().tolist()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (f64 {janus.result = 0 : i64}
// CHECK: tensor.extract
imperative.func @sample(%a0: !imperative.tensor<f32>) -> !imperative.float attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.Tensor.tolist"(%a0) : (!imperative.tensor<f32>) -> !imperative.float
  imperative.return %0 : !imperative.float
}

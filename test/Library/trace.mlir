// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.trace(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<4x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.trace"(%a0) : (!imperative.tensor<4x4xf32>) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

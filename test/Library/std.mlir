// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.std(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.std
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.std"(%a0, %none, %none, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.std(a0, 0, unbiased=False)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4xf32> {janus.result = 0 : i64}
// CHECK: nn.std
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.std"(%a0, %c0, %false, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.bool, !imperative.none) -> !imperative.tensor<4xf32>
  imperative.return %0 : !imperative.tensor<4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.clone().bernoulli_()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.draw
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.bernoulli_"(%0, %float, %none) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// -----

// a0.clone().bernoulli_(0.9)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.draw
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 9.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.bernoulli_"(%0, %float, %none) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// -----

// a0.clone().bernoulli_(a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3xf32> {janus.result = 0 : i64}
// CHECK: nn.detach
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<3xf32>, %a1: !imperative.tensor<3xf32>) -> !imperative.tensor<3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<3xf32>, !imperative.none) -> !imperative.tensor<3xf32>
  %1 = imperative.library_call "torch.Tensor.bernoulli_"(%0, %a1, %none) : (!imperative.tensor<3xf32>, !imperative.tensor<3xf32>, !imperative.none) -> !imperative.tensor<3xf32>
  imperative.return %1 : !imperative.tensor<3xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.clamp(a0, -0.5, 0.7)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.clamp
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant -5.000000e-01 : f64 -> !imperative.float
  %float_0 = imperative.constant 0.69999999999999996 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.clamp"(%a0, %float, %float_0) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.clamp(a0, min=2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.clamp
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.clamp"(%a0, %c2, %none) : (!imperative.tensor<?x4xi64>, !imperative.int, !imperative.none) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}

// -----

// a0.clone().clamp_(max=0.1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.clamp
// CHECK: tensor.dim
// CHECK: tensor.dim
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 1.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.clamp_"(%0, %none, %float) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

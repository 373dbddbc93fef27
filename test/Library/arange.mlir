// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.arange(5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<5xi64> {janus.result = 0 : i64}
// CHECK: nn.iota
imperative.func @sample() -> !imperative.tensor<5xi64> attributes {entry, no_grad, params = []} {
  %c5 = imperative.constant 5 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.arange"(%c5, %none, %c1, %none, %none, %false) : (!imperative.int, !imperative.none, !imperative.int, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<5xi64>
  imperative.return %0 : !imperative.tensor<5xi64>
}

// -----

// torch.arange(1.0, 2.0, 0.25)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4xf32> {janus.result = 0 : i64}
// CHECK: nn.iota
imperative.func @sample() -> !imperative.tensor<4xf32> attributes {entry, no_grad, params = []} {
  %float = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %float_0 = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %float_1 = imperative.constant 2.500000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.arange"(%float, %float_0, %float_1, %none, %none, %false) : (!imperative.float, !imperative.float, !imperative.float, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<4xf32>
  imperative.return %0 : !imperative.tensor<4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.tensor(((1.0, 2.0), (3.0, 4.0)))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x2xf32> {janus.result = 0 : i64}
imperative.func @sample() -> !imperative.tensor<2x2xf32> attributes {entry, no_grad, params = []} {
  %const = imperative.constant [[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]] -> !imperative.tuple<!imperative.tuple<!imperative.float, !imperative.float>, !imperative.tuple<!imperative.float, !imperative.float>>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.tensor"(%const, %none, %none, %false) : (!imperative.tuple<!imperative.tuple<!imperative.float, !imperative.float>, !imperative.tuple<!imperative.float, !imperative.float>>, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<2x2xf32>
  imperative.return %0 : !imperative.tensor<2x2xf32>
}

// -----

// torch.tensor(3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<i64> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<i64> attributes {entry, no_grad, params = []} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.tensor"(%c3, %none, %none, %false) : (!imperative.int, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<i64>
  imperative.return %0 : !imperative.tensor<i64>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// np.ones((2, 3))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x3xf64> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<2x3xf64, numpy> attributes {entry, no_grad, params = []} {
  %const = imperative.constant [2, 3] -> !imperative.tuple<!imperative.int, !imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "numpy.ones"(%const, %none) : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.none) -> !imperative.tensor<2x3xf64, numpy>
  imperative.return %0 : !imperative.tensor<2x3xf64, numpy>
}

// -----

// np.ones(4, dtype=np.int64)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4xi64> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<4xi64, numpy> attributes {entry, no_grad, params = []} {
  %c4 = imperative.constant 4 : i64 -> !imperative.int
  %int64 = imperative.constant #imperative.builtin<"numpy.int64"> -> !imperative.function<#imperative.builtin<"numpy.int64">>
  %0 = imperative.library_call "numpy.ones"(%c4, %int64) : (!imperative.int, !imperative.function<#imperative.builtin<"numpy.int64">>) -> !imperative.tensor<4xi64, numpy>
  imperative.return %0 : !imperative.tensor<4xi64, numpy>
}

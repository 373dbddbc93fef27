// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// np.empty((0, 3))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<0x3xf64> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<0x3xf64, numpy> attributes {entry, no_grad, params = []} {
  %const = imperative.constant [0, 3] -> !imperative.tuple<!imperative.int, !imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "numpy.empty"(%const, %none) : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.none) -> !imperative.tensor<0x3xf64, numpy>
  imperative.return %0 : !imperative.tensor<0x3xf64, numpy>
}

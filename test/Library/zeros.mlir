// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.zeros(2, 3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x3xf32> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<2x3xf32> attributes {entry, no_grad, params = []} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [2, 3] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.zeros"(%const, %none, %none, %false) : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<2x3xf32>
  imperative.return %0 : !imperative.tensor<2x3xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.full((2, 3), 7)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x3xi64> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<2x3xi64> attributes {entry, no_grad, params = []} {
  %const = imperative.constant [2, 3] -> !imperative.tuple<!imperative.int, !imperative.int>
  %c7 = imperative.constant 7 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.full"(%const, %c7, %none, %none, %false) : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.int, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<2x3xi64>
  imperative.return %0 : !imperative.tensor<2x3xi64>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.new_ones((2, 2))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x2xi64> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<2x2xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [[2, 2]] -> !imperative.tuple<!imperative.tuple<!imperative.int, !imperative.int>>
  %0 = imperative.library_call "torch.Tensor.new_ones"(%a0, %const, %none, %none, %false) : (!imperative.tensor<?x4xi64>, !imperative.tuple<!imperative.tuple<!imperative.int, !imperative.int>>, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<2x2xi64>
  imperative.return %0 : !imperative.tensor<2x2xi64>
}

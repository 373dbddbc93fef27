// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.new_empty((2, 3)).fill_(2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x3xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<2x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [[2, 3]] -> !imperative.tuple<!imperative.tuple<!imperative.int, !imperative.int>>
  %0 = imperative.library_call "torch.Tensor.new_empty"(%a0, %const, %none, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.tuple<!imperative.int, !imperative.int>>, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<2x3xf32>
  %1 = imperative.library_call "torch.Tensor.fill_"(%0, %c2) : (!imperative.tensor<2x3xf32>, !imperative.int) -> !imperative.tensor<2x3xf32>
  imperative.return %1 : !imperative.tensor<2x3xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.new_full((2,), 3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2xf32> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [2] -> !imperative.tuple<!imperative.int>
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.Tensor.new_full"(%a0, %const, %c3, %none, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int>, !imperative.int, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<2xf32>
  imperative.return %0 : !imperative.tensor<2xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.sum_to_size(3, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3x1xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.sum
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<3x1xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [3, 1] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.Tensor.sum_to_size"(%a0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<3x1xf32>
  imperative.return %0 : !imperative.tensor<3x1xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.expand_copy(a0, (2, 3, 4))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x3x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.broadcast_to
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<2x3x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [2, 3, 4] -> !imperative.tuple<!imperative.int, !imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.expand_copy"(%a0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int, !imperative.int>) -> !imperative.tensor<2x3x4xf32>
  imperative.return %0 : !imperative.tensor<2x3x4xf32>
}

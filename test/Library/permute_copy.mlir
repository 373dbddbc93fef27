// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.permute_copy(a0, (1, 0))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4x?xf32> {janus.result = 0 : i64}
// CHECK: nn.permute
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [1, 0] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.permute_copy"(%a0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<4x?xf32>
  imperative.return %0 : !imperative.tensor<4x?xf32>
}

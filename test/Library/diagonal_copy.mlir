// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.diagonal_copy(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.slice
imperative.func @sample(%a0: !imperative.tensor<3x4xf32>) -> !imperative.tensor<3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.diagonal_copy"(%a0, %c0, %c0, %c1) : (!imperative.tensor<3x4xf32>, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<3xf32>
  imperative.return %0 : !imperative.tensor<3xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.linalg.diagonal(a0 * 1, offset=-1).contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.reshape
// CHECK: nn.slice
imperative.func @sample(%a0: !imperative.tensor<?x3x3xf32>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c-2 = imperative.constant -2 : i64 -> !imperative.int
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x3x3xf32>, !imperative.int) -> !imperative.tensor<?x3x3xf32>
  %1 = imperative.library_call "torch.linalg.diagonal"(%0, %c-1, %c-2, %c-1) : (!imperative.tensor<?x3x3xf32>, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<?x2xf32>
  %2 = imperative.library_call "torch.Tensor.contiguous"(%1, %none) : (!imperative.tensor<?x2xf32>, !imperative.none) -> !imperative.tensor<?x2xf32>
  imperative.return %2 : !imperative.tensor<?x2xf32>
}

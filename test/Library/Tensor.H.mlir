// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// (a0 * 1).H.contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4x?xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.permute
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.H"(%0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<4x?xf32>
  %2 = imperative.library_call "torch.Tensor.contiguous"(%1, %none) : (!imperative.tensor<4x?xf32>, !imperative.none) -> !imperative.tensor<4x?xf32>
  imperative.return %2 : !imperative.tensor<4x?xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.ravel(a0 * 1).contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.ravel"(%0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32>
  %2 = imperative.library_call "torch.Tensor.contiguous"(%1, %none) : (!imperative.tensor<?xf32>, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %2 : !imperative.tensor<?xf32>
}

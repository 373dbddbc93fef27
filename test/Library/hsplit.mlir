// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.hsplit(a0 * 1, 2)[0].contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.slice
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.hsplit"(%0, %c2) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tuple<!imperative.tensor<?x2xf32>, !imperative.tensor<?x2xf32>>
  %2 = imperative.get_item %1[%c0] : (!imperative.tuple<!imperative.tensor<?x2xf32>, !imperative.tensor<?x2xf32>>, !imperative.int) -> !imperative.tensor<?x2xf32>
  %3 = imperative.library_call "torch.Tensor.contiguous"(%2, %none) : (!imperative.tensor<?x2xf32>, !imperative.none) -> !imperative.tensor<?x2xf32>
  imperative.return %3 : !imperative.tensor<?x2xf32>
}

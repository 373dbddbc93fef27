// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.new_zeros(a0.shape[0], 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.full
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.shape"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tuple<!imperative.int, !imperative.int>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.int) -> !imperative.int
  %2 = imperative.build_tuple(%1, %c2) : (!imperative.int, !imperative.int) -> !imperative.tuple<!imperative.int, !imperative.int>
  %3 = imperative.library_call "torch.Tensor.new_zeros"(%a0, %2, %none, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int>, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<?x2xf32>
  imperative.return %3 : !imperative.tensor<?x2xf32>
}

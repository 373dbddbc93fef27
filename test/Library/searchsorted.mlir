// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.searchsorted(a0.sort()[0], a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: nn.gather
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.compare
// CHECK: nn.isnan
// CHECK: nn.isnan
// CHECK: nn.logical_not
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.and
// CHECK: nn.or
// CHECK: nn.cast
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.Tensor.sort"(%a0, %c-1, %false, %false) : (!imperative.tensor<?xf32>, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>>, !imperative.int) -> !imperative.tensor<?xf32>
  %2 = imperative.library_call "torch.searchsorted"(%1, %a1, %false, %false, %none, %none) : (!imperative.tensor<?xf32>, !imperative.tensor<?x4xf32>, !imperative.bool, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<?x4xi64>
  imperative.return %2 : !imperative.tensor<?x4xi64>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.max_unpool2d(*torch.nn.functional.max_pool2d(a0, 2, return_indices=True), 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3x6x6xf32> {janus.result = 0 : i64}
// CHECK: nn.index_select
// CHECK: nn.index_select
// CHECK: nn.reshape
// CHECK: nn.permute
// CHECK: nn.reshape
// CHECK: nn.argmax
// CHECK: nn.gather
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.permute
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.gather
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.scatter
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x3x6x6xf32>) -> !imperative.tensor<?x3x6x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.max_pool2d"(%a0, %c2, %none, %c0, %c1, %false, %true) : (!imperative.tensor<?x3x6x6xf32>, !imperative.int, !imperative.none, !imperative.int, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x3x3x3xf32>, !imperative.tensor<?x3x3x3xi64>>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.tensor<?x3x3x3xf32>, !imperative.tensor<?x3x3x3xi64>>, !imperative.int) -> !imperative.tensor<?x3x3x3xf32>
  %2 = imperative.get_item %0[%c1] : (!imperative.tuple<!imperative.tensor<?x3x3x3xf32>, !imperative.tensor<?x3x3x3xi64>>, !imperative.int) -> !imperative.tensor<?x3x3x3xi64>
  %3 = imperative.library_call "torch.nn.functional.max_unpool2d"(%1, %2, %c2, %none, %c0, %none) : (!imperative.tensor<?x3x3x3xf32>, !imperative.tensor<?x3x3x3xi64>, !imperative.int, !imperative.none, !imperative.int, !imperative.none) -> !imperative.tensor<?x3x6x6xf32>
  imperative.return %3 : !imperative.tensor<?x3x6x6xf32>
}

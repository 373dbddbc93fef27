// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.fold(a0, (4, 5), 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2x4x5xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.permute
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.full
// CHECK: nn.scatter_add
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.full
// CHECK: nn.scatter_add
imperative.func @sample(%a0: !imperative.tensor<?x8x12xf32>) -> !imperative.tensor<?x2x4x5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [4, 5] -> !imperative.tuple<!imperative.int, !imperative.int>
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.nn.functional.fold"(%a0, %const, %c2, %c1, %c0, %c1) : (!imperative.tensor<?x8x12xf32>, !imperative.tuple<!imperative.int, !imperative.int>, !imperative.int, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<?x2x4x5xf32>
  imperative.return %0 : !imperative.tensor<?x2x4x5xf32>
}

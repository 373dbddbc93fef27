// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.shape[0] + a0.shape[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (i64 {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.int attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c4 = imperative.constant 4 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.shape"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tuple<!imperative.int, !imperative.int>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.int) -> !imperative.int
  %2 = imperative.binary add %1, %c4 : (!imperative.int, !imperative.int) -> !imperative.int
  imperative.return %2 : !imperative.int
}

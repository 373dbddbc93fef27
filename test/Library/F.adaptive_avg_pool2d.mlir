// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.adaptive_avg_pool2d(a0, (1, 4))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x1x4xf32> {janus.result = 0 : i64}
// CHECK: nn.adaptive_avg_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32> loc("/tmp/tmpxmdgemu3/m.py":5:1)) -> !imperative.tensor<?x4x1x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [1, 4] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.nn.functional.adaptive_avg_pool2d"(%a0, %const) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<?x4x1x4xf32>
  imperative.return %0 : !imperative.tensor<?x4x1x4xf32>
}

// -----

// torch.nn.functional.adaptive_avg_pool2d(a0, (a0.shape[0], 4))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.adaptive_avg_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32> loc("/tmp/tmpy_7uwo8a/m.py":5:1)) -> !imperative.tensor<?x4x?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c4 = imperative.constant 4 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.shape"(%a0) : (!imperative.tensor<?x4x6x6xf32>) -> !imperative.tuple<!imperative.int, !imperative.int, !imperative.int, !imperative.int>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.int, !imperative.int, !imperative.int, !imperative.int>, !imperative.int) -> !imperative.int
  %2 = imperative.build_tuple(%1, %c4) : (!imperative.int, !imperative.int) -> !imperative.tuple<!imperative.int, !imperative.int>
  %3 = imperative.library_call "torch.nn.functional.adaptive_avg_pool2d"(%a0, %2) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<?x4x?x4xf32>
  imperative.return %3 : !imperative.tensor<?x4x?x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.max_pool2d(a0, 3, stride=2, padding=1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x3x3xf32> {janus.result = 0 : i64}
// CHECK: nn.max_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>) -> !imperative.tensor<?x4x3x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.max_pool2d"(%a0, %c3, %c2, %c1, %c1, %false, %false) : (!imperative.tensor<?x4x6x6xf32>, !imperative.int, !imperative.int, !imperative.int, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4x3x3xf32>
  imperative.return %0 : !imperative.tensor<?x4x3x3xf32>
}

// -----

// torch.nn.functional.max_pool2d(a0, (4, 1), ceil_mode=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x2x6xf32> {janus.result = 0 : i64}
// CHECK: nn.max_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>) -> !imperative.tensor<?x4x2x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [4, 1] -> !imperative.tuple<!imperative.int, !imperative.int>
  %true = imperative.constant true -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.max_pool2d"(%a0, %const, %none, %c0, %c1, %true, %false) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tuple<!imperative.int, !imperative.int>, !imperative.none, !imperative.int, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4x2x6xf32>
  imperative.return %0 : !imperative.tensor<?x4x2x6xf32>
}

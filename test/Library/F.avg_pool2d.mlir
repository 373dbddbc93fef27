// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.avg_pool2d(a0, 3, 2, 1, count_include_pad=False)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x3x3xf32> {janus.result = 0 : i64}
// CHECK: nn.avg_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>) -> !imperative.tensor<?x4x3x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.nn.functional.avg_pool2d"(%a0, %c3, %c2, %c1, %false, %false, %none) : (!imperative.tensor<?x4x6x6xf32>, !imperative.int, !imperative.int, !imperative.int, !imperative.bool, !imperative.bool, !imperative.none) -> !imperative.tensor<?x4x3x3xf32>
  imperative.return %0 : !imperative.tensor<?x4x3x3xf32>
}

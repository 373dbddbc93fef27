// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.avg_pool1d(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x4xf32> {janus.result = 0 : i64}
// CHECK: nn.avg_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x8xf32>) -> !imperative.tensor<?x4x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %true = imperative.constant true -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.avg_pool1d"(%a0, %c2, %none, %c0, %false, %true, %none) : (!imperative.tensor<?x4x8xf32>, !imperative.int, !imperative.none, !imperative.int, !imperative.bool, !imperative.bool, !imperative.none) -> !imperative.tensor<?x4x4xf32>
  imperative.return %0 : !imperative.tensor<?x4x4xf32>
}

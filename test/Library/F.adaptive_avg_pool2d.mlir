// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.adaptive_avg_pool2d(a0, (1, 4))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x1x4xf32> {janus.result = 0 : i64}
// CHECK: nn.adaptive_avg_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>) -> !imperative.tensor<?x4x1x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [1, 4] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.nn.functional.adaptive_avg_pool2d"(%a0, %const) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<?x4x1x4xf32>
  imperative.return %0 : !imperative.tensor<?x4x1x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.adaptive_avg_pool3d(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2x2x2x2xf32> {janus.result = 0 : i64}
// CHECK: nn.adaptive_avg_pool
imperative.func @sample(%a0: !imperative.tensor<?x2x4x4x4xf32>) -> !imperative.tensor<?x2x2x2x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.nn.functional.adaptive_avg_pool3d"(%a0, %c2) : (!imperative.tensor<?x2x4x4x4xf32>, !imperative.int) -> !imperative.tensor<?x2x2x2x2xf32>
  imperative.return %0 : !imperative.tensor<?x2x2x2x2xf32>
}

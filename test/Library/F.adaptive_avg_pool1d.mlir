// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.adaptive_avg_pool1d(a0, 3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x3xf32> {janus.result = 0 : i64}
// CHECK: nn.adaptive_avg_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x8xf32>) -> !imperative.tensor<?x4x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.nn.functional.adaptive_avg_pool1d"(%a0, %c3) : (!imperative.tensor<?x4x8xf32>, !imperative.int) -> !imperative.tensor<?x4x3xf32>
  imperative.return %0 : !imperative.tensor<?x4x3xf32>
}

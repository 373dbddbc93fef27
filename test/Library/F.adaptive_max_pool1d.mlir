// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.adaptive_max_pool1d(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x2xf32> {janus.result = 0 : i64}
// CHECK: nn.max_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x8xf32>) -> !imperative.tensor<?x4x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.adaptive_max_pool1d"(%a0, %c2, %false) : (!imperative.tensor<?x4x8xf32>, !imperative.int, !imperative.bool) -> !imperative.tensor<?x4x2xf32>
  imperative.return %0 : !imperative.tensor<?x4x2xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.adaptive_max_pool3d(a0, 3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2x3x3x3xf32> {janus.result = 0 : i64}
// CHECK: nn.index_select
// CHECK: nn.index_select
// CHECK: nn.index_select
// CHECK: nn.reshape
// CHECK: nn.permute
// CHECK: nn.reshape
// CHECK: nn.argmax
// CHECK: nn.gather
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x2x4x4x4xf32>) -> !imperative.tensor<?x2x3x3x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.adaptive_max_pool3d"(%a0, %c3, %false) : (!imperative.tensor<?x2x4x4x4xf32>, !imperative.int, !imperative.bool) -> !imperative.tensor<?x2x3x3x3xf32>
  imperative.return %0 : !imperative.tensor<?x2x3x3x3xf32>
}

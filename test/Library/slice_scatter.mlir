// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.slice_scatter(a0, a1, 1, 1, 3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.slice
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x2xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.slice_scatter"(%a0, %a1, %c1, %c1, %c3, %c1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x2xf32>, !imperative.int, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

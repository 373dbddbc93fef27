// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.conv3d(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?x3x3x3xf32> {janus.result = 0 : i64}
// CHECK: nn.conv
imperative.func @sample(%a0: !imperative.tensor<?x2x4x4x4xf32>, %a1: !imperative.tensor<?x2x2x2x2xf32>) -> !imperative.tensor<?x?x3x3x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.conv3d"(%a0, %a1, %none, %c1, %c0, %c1, %c1) : (!imperative.tensor<?x2x4x4x4xf32>, !imperative.tensor<?x2x2x2x2xf32>, !imperative.none, !imperative.int, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<?x?x3x3x3xf32>
  imperative.return %0 : !imperative.tensor<?x?x3x3x3xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.conv2d(a0, a1, a2, stride=2, padding=1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?x3x3xf32> {janus.result = 0 : i64}
// CHECK: nn.conv
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>, %a1: !imperative.tensor<?x4x3x3xf32>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?x?x3x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.conv2d"(%a0, %a1, %a2, %c2, %c1, %c1, %c1) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tensor<?x4x3x3xf32>, !imperative.tensor<?xf32>, !imperative.int, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<?x?x3x3xf32>
  imperative.return %0 : !imperative.tensor<?x?x3x3xf32>
}

// -----

// torch.conv2d(a0, a1, groups=2, padding='same')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?x6x6xf32> {janus.result = 0 : i64}
// CHECK: nn.conv
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>, %a1: !imperative.tensor<?x2x3x3xf32>) -> !imperative.tensor<?x?x6x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %str = imperative.constant "same" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.conv2d"(%a0, %a1, %none, %c1, %str, %c1, %c2) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tensor<?x2x3x3xf32>, !imperative.none, !imperative.int, !imperative.str, !imperative.int, !imperative.int) -> !imperative.tensor<?x?x6x6xf32>
  imperative.return %0 : !imperative.tensor<?x?x6x6xf32>
}

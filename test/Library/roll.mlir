// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.roll(a0, 1, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.roll"(%a0, %c1, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.roll(a0, 5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4x4xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.concat
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<4x4xf32>) -> !imperative.tensor<4x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c5 = imperative.constant 5 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.roll"(%a0, %c5, %none) : (!imperative.tensor<4x4xf32>, !imperative.int, !imperative.none) -> !imperative.tensor<4x4xf32>
  imperative.return %0 : !imperative.tensor<4x4xf32>
}

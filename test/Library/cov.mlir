// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.cov(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3x3xf32> {janus.result = 0 : i64}
// CHECK: nn.mean
// CHECK: nn.broadcast_to
// CHECK: nn.sub
// CHECK: nn.permute
// CHECK: nn.matmul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.div
imperative.func @sample(%a0: !imperative.tensor<3x4xf32>) -> !imperative.tensor<3x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.cov"(%a0, %c1, %none, %none) : (!imperative.tensor<3x4xf32>, !imperative.int, !imperative.none, !imperative.none) -> !imperative.tensor<3x3xf32>
  imperative.return %0 : !imperative.tensor<3x3xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.dist(a0, a1, 3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.sum
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.pow
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.dist"(%a0, %a1, %c3) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

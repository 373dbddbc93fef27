// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.cross(a0, a1, dim=0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3x4xf32> {janus.result = 0 : i64}
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<3x4xf32>, %a1: !imperative.tensor<3x4xf32>) -> !imperative.tensor<3x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.cross"(%a0, %a1, %c0) : (!imperative.tensor<3x4xf32>, !imperative.tensor<3x4xf32>, !imperative.int) -> !imperative.tensor<3x4xf32>
  imperative.return %0 : !imperative.tensor<3x4xf32>
}

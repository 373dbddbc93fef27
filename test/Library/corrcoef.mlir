// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.corrcoef(a0)
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
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.sqrt
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.div
// CHECK: nn.broadcast_to
// CHECK: nn.div
// CHECK: nn.clamp
imperative.func @sample(%a0: !imperative.tensor<3x4xf32>) -> !imperative.tensor<3x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.corrcoef"(%a0) : (!imperative.tensor<3x4xf32>) -> !imperative.tensor<3x3xf32>
  imperative.return %0 : !imperative.tensor<3x3xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.vdot(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: nn.matmul
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.vdot"(%a0, %a1) : (!imperative.tensor<?xf32>, !imperative.tensor<?xf32>) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

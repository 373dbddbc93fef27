// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.addbmm(a0, a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3x5xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.permute
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.matmul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x5xf32>, %a1: !imperative.tensor<?x3x4xf32>, %a2: !imperative.tensor<?x4x5xf32>) -> !imperative.tensor<3x5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.addbmm"(%a0, %a1, %a2, %c1, %c1) : (!imperative.tensor<?x5xf32>, !imperative.tensor<?x3x4xf32>, !imperative.tensor<?x4x5xf32>, !imperative.int, !imperative.int) -> !imperative.tensor<3x5xf32>
  imperative.return %0 : !imperative.tensor<3x5xf32>
}

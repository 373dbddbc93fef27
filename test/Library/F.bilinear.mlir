// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.bilinear(a0, a1, a2, a3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.permute
// CHECK: nn.reshape
// CHECK: nn.matmul
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.mul
// CHECK: nn.sum
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.add
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x3xf32>, %a1: !imperative.tensor<?x4xf32>, %a2: !imperative.tensor<?x3x4xf32>, %a3: !imperative.tensor<?xf32>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>, #imperative.param<"a3", positional>]} {
  %0 = imperative.library_call "torch.nn.functional.bilinear"(%a0, %a1, %a2, %a3) : (!imperative.tensor<?x3xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?x3x4xf32>, !imperative.tensor<?xf32>) -> !imperative.tensor<?x?xf32>
  imperative.return %0 : !imperative.tensor<?x?xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.addcmul(a0, a1, a2, value=0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.mul
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.addcmul"(%a0, %a1, %a2, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

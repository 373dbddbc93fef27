// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.group_norm(a0, 2, a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x6x6xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.reshape
// CHECK: nn.layer_norm
// CHECK: nn.reshape
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.mul
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>, %a1: !imperative.tensor<?xf32>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4x6x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %float = imperative.constant 1.000000e-05 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.group_norm"(%a0, %c2, %a1, %a2, %float) : (!imperative.tensor<?x4x6x6xf32>, !imperative.int, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.float) -> !imperative.tensor<?x4x6x6xf32>
  imperative.return %0 : !imperative.tensor<?x4x6x6xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.addmm(a0, a1, a2, beta=0.5, alpha=2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x5xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.matmul
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?xf32>, %a1: !imperative.tensor<?x4xf32>, %a2: !imperative.tensor<?x5xf32>) -> !imperative.tensor<?x5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.addmm"(%a0, %a1, %a2, %float, %c2) : (!imperative.tensor<?xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?x5xf32>, !imperative.float, !imperative.int) -> !imperative.tensor<?x5xf32>
  imperative.return %0 : !imperative.tensor<?x5xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.addmv(a0, a1, a2, beta=0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: nn.matmul
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?xf32>, %a1: !imperative.tensor<?x4xf32>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.addmv"(%a0, %a1, %a2, %float, %c1) : (!imperative.tensor<?xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>, !imperative.float, !imperative.int) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.trapezoid(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.add
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.div
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.trapezoid"(%a0, %a1, %float, %c-1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>, !imperative.float, !imperative.int) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.addr(a0, a1, a2, alpha=2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xf32>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.addr"(%a0, %a1, %a2, %c1, %c2) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.int, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

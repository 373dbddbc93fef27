// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.kron(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x12xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.mul
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x3xf32>) -> !imperative.tensor<?x12xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.kron"(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x3xf32>) -> !imperative.tensor<?x12xf32>
  imperative.return %0 : !imperative.tensor<?x12xf32>
}

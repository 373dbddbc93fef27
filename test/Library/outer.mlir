// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.outer(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.cast
// CHECK: tensor.dim
// CHECK: nn.broadcast_to
// CHECK: tensor.dim
// CHECK: nn.broadcast_to
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.outer"(%a0, %a1) : (!imperative.tensor<?xf32>, !imperative.tensor<?xi64>) -> !imperative.tensor<?x?xf32>
  imperative.return %0 : !imperative.tensor<?x?xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.clone().copy_(a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: tensor.dim
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.copy_"(%0, %a1, %false) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

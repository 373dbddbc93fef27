// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.stack([a0, a1], dim=1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.build_list(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>) -> !imperative.list<!imperative.tensor<?x4xf32>>
  %1 = imperative.library_call "torch.stack"(%0, %c1) : (!imperative.list<!imperative.tensor<?x4xf32>>, !imperative.int) -> !imperative.tensor<?x2x4xf32>
  imperative.return %1 : !imperative.tensor<?x2x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.rnn_relu_cell(a0, a1, a2, a3, a4, a5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.linear
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.linear
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.add
// CHECK: nn.relu
imperative.func @sample(%a0: !imperative.tensor<?x3xf32>, %a1: !imperative.tensor<?x4xf32>, %a2: !imperative.tensor<?x3xf32>, %a3: !imperative.tensor<?x4xf32>, %a4: !imperative.tensor<?xf32>, %a5: !imperative.tensor<?xf32>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>, #imperative.param<"a3", positional>, #imperative.param<"a4", positional>, #imperative.param<"a5", positional>]} {
  %0 = imperative.library_call "torch.rnn_relu_cell"(%a0, %a1, %a2, %a3, %a4, %a5) : (!imperative.tensor<?x3xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?x3xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>) -> !imperative.tensor<?x?xf32>
  imperative.return %0 : !imperative.tensor<?x?xf32>
}

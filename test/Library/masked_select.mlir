// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.masked_select(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.reshape
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpm5omnol2/m.py":5:1), %a1: !imperative.tensor<?xi1> loc("/tmp/tmpm5omnol2/m.py":5:1)) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.masked_select"(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi1>) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

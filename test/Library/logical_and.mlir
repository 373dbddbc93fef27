// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.logical_and(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi1> {janus.result = 0 : i64}
// CHECK: nn.cast
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.and
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>, %a1: !imperative.tensor<?x4xi1>) -> !imperative.tensor<?x4xi1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.logical_and"(%a0, %a1) : (!imperative.tensor<?x4xi64>, !imperative.tensor<?x4xi1>) -> !imperative.tensor<?x4xi1>
  imperative.return %0 : !imperative.tensor<?x4xi1>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0 ^ a1
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.xor
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>, %a1: !imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.bitwise_xor"(%a0, %a1) : (!imperative.tensor<?x4xi64>, !imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}

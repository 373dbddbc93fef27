// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0 | 4
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.or
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c4 = imperative.constant 4 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.bitwise_or"(%a0, %c4) : (!imperative.tensor<?x4xi64>, !imperative.int) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}

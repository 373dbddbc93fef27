// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.one_hot(a0, 5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x5xi64> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.iota
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: nn.compare
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?xi64>) -> !imperative.tensor<?x5xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c5 = imperative.constant 5 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.nn.functional.one_hot"(%a0, %c5) : (!imperative.tensor<?xi64>, !imperative.int) -> !imperative.tensor<?x5xi64>
  imperative.return %0 : !imperative.tensor<?x5xi64>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.argmax(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<i64> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.argmax
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<i64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.argmax"(%a0, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.bool) -> !imperative.tensor<i64>
  imperative.return %0 : !imperative.tensor<i64>
}

// -----

// torch.argmax(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<i64> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.argmax
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<i64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.argmax"(%a0, %none, %false) : (!imperative.tensor<?x4xi64>, !imperative.none, !imperative.bool) -> !imperative.tensor<i64>
  imperative.return %0 : !imperative.tensor<i64>
}

// -----

// a0.argmax(dim=1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xi64> {janus.result = 0 : i64}
// CHECK: nn.argmax
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.Tensor.argmax"(%a0, %c1, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool) -> !imperative.tensor<?xi64>
  imperative.return %0 : !imperative.tensor<?xi64>
}

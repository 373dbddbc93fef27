// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0 % 3
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: nn.remainder
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.remainder"(%a0, %c3) : (!imperative.tensor<?x4xi64>, !imperative.int) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}

// -----

// a0 % a1
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.remainder
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.remainder"(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

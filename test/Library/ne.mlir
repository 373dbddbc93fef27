// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.ne(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi1> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.compare
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>, %a1: !imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.ne"(%a0, %a1) : (!imperative.tensor<?x4xi64>, !imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi1>
  imperative.return %0 : !imperative.tensor<?x4xi1>
}

// -----

// torch.ne(a0, 0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi1> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.compare
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xi1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.ne"(%a0, %float) : (!imperative.tensor<?x4xf32>, !imperative.float) -> !imperative.tensor<?x4xi1>
  imperative.return %0 : !imperative.tensor<?x4xi1>
}

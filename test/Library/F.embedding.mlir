// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.embedding(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
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
// CHECK: nn.embedding
imperative.func @sample(%a0: !imperative.tensor<?xi64>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.embedding"(%a0, %a1, %none, %none, %float, %false, %false) : (!imperative.tensor<?xi64>, !imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.float, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.any(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<i1> {janus.result = 0 : i64}
// CHECK: nn.cast
// CHECK: nn.any
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<i1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.any"(%a0, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.bool) -> !imperative.tensor<i1>
  imperative.return %0 : !imperative.tensor<i1>
}

// -----

// torch.any(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<i1> {janus.result = 0 : i64}
// CHECK: nn.cast
// CHECK: nn.any
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<i1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.any"(%a0, %none, %false) : (!imperative.tensor<?x4xi64>, !imperative.none, !imperative.bool) -> !imperative.tensor<i1>
  imperative.return %0 : !imperative.tensor<i1>
}

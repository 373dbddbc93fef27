// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.var(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.var
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.var"(%a0, %none, %none, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.var(a0, dim=1, correction=0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.var
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.var"(%a0, %c1, %none, %false, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.none, !imperative.bool, !imperative.int) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

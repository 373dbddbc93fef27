// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.sum(a0, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.sum"(%a0, %c1, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

// -----

// torch.sum(a0, dim=0, keepdim=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<1x4xf32> {janus.result = 0 : i64}
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<1x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.sum"(%a0, %c0, %true, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.none) -> !imperative.tensor<1x4xf32>
  imperative.return %0 : !imperative.tensor<1x4xf32>
}

// -----

// torch.sum(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.sum"(%a0, %none, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.sum(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<i64> {janus.result = 0 : i64}
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<i64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.sum"(%a0, %none, %false, %none) : (!imperative.tensor<?x4xi64>, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<i64>
  imperative.return %0 : !imperative.tensor<i64>
}

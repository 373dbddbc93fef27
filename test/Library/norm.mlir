// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.norm(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.norm
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %str = imperative.constant "fro" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.norm"(%a0, %str, %none, %false, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.str, !imperative.none, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.norm(a0, dim=1, keepdim=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x1xf32> {janus.result = 0 : i64}
// CHECK: nn.norm
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x1xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %str = imperative.constant "fro" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.norm"(%a0, %str, %c1, %true, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.str, !imperative.int, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<?x1xf32>
  imperative.return %0 : !imperative.tensor<?x1xf32>
}

// -----

// torch.norm(a0, 0, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.logical_not
// CHECK: nn.cast
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.norm"(%a0, %c0, %c1, %false, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

// -----

// torch.norm(a0, 0.5, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.sum
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.norm"(%a0, %float, %c1, %false, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.int, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

// -----

// torch.norm(a0, 3, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.sum
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.norm"(%a0, %c3, %c1, %false, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

// -----

// torch.norm(a0, float('-inf'), 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.abs
// CHECK: nn.amin
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 0xFFF0000000000000 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.norm"(%a0, %float, %c1, %false, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.int, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.add(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.add"(%a0, %a1, %c1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.add(a0, 2.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 2.500000e+00 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.add"(%a0, %float, %c1) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.add(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.add"(%a0, %c2, %c1) : (!imperative.tensor<?x4xi64>, !imperative.int, !imperative.int) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}

// -----

// a0.clone().add_(a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.add
// CHECK: tensor.dim
// CHECK: tensor.dim
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.add_"(%0, %a1, %c1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// -----

// torch.add(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.cast
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.add"(%a0, %a1, %c1) : (!imperative.tensor<?x4xi64>, !imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.add(a0, a1, alpha=0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.add"(%a0, %a1, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.cross_entropy(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.or
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: nn.cross_entropy
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c-100 = imperative.constant -100 : i64 -> !imperative.int
  %str = imperative.constant "mean" -> !imperative.str
  %float = imperative.constant 0.000000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.cross_entropy"(%a0, %a1, %none, %none, %c-100, %none, %str, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi64>, !imperative.none, !imperative.none, !imperative.int, !imperative.none, !imperative.str, !imperative.float) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.nn.functional.cross_entropy(a0, a1, a2, ignore_index=1, reduction='none')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.or
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: nn.cross_entropy
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %str = imperative.constant "none" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %float = imperative.constant 0.000000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.cross_entropy"(%a0, %a1, %a2, %none, %c1, %none, %str, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi64>, !imperative.tensor<?xf32>, !imperative.none, !imperative.int, !imperative.none, !imperative.str, !imperative.float) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

// -----

// torch.nn.functional.cross_entropy(a0, a1, label_smoothing=0.1, reduction='sum')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.or
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: nn.cross_entropy
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 1.000000e-01 : f64 -> !imperative.float
  %str = imperative.constant "sum" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %c-100 = imperative.constant -100 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.nn.functional.cross_entropy"(%a0, %a1, %none, %none, %c-100, %none, %str, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi64>, !imperative.none, !imperative.none, !imperative.int, !imperative.none, !imperative.str, !imperative.float) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.nn.functional.cross_entropy(a0, torch.softmax(a1, 1))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.softmax
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.log_softmax
// CHECK: nn.mul
// CHECK: nn.sum
// CHECK: nn.neg
// CHECK: nn.mean
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 0.000000e+00 : f64 -> !imperative.float
  %str = imperative.constant "mean" -> !imperative.str
  %c-100 = imperative.constant -100 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.softmax"(%a1, %c1, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.nn.functional.cross_entropy"(%a0, %0, %none, %none, %c-100, %none, %str, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.int, !imperative.none, !imperative.str, !imperative.float) -> !imperative.tensor<f32>
  imperative.return %1 : !imperative.tensor<f32>
}

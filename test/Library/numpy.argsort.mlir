// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// np.argsort(a0.numpy())
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: nn.gather
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.compare
// CHECK: nn.isnan
// CHECK: nn.isnan
// CHECK: nn.and
// CHECK: nn.bitwise_not
// CHECK: nn.and
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpi7f8piig/m.py":6:1)) -> !imperative.tensor<?x4xi64, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "numpy.argsort"(%0, %c-1, %none) : (!imperative.tensor<?x4xf32, numpy>, !imperative.int, !imperative.none) -> !imperative.tensor<?x4xi64, numpy>
  imperative.return %1 : !imperative.tensor<?x4xi64, numpy>
}

// -----

// np.argsort(a0.numpy(), axis=0, kind='stable')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argsort
imperative.func @sample(%a0: !imperative.tensor<?x4xi64> loc("/tmp/tmpku6usdvf/m.py":6:1)) -> !imperative.tensor<?x4xi64, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %str = imperative.constant "stable" -> !imperative.str
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi64, numpy>
  %1 = imperative.library_call "numpy.argsort"(%0, %c0, %str) : (!imperative.tensor<?x4xi64, numpy>, !imperative.int, !imperative.str) -> !imperative.tensor<?x4xi64, numpy>
  imperative.return %1 : !imperative.tensor<?x4xi64, numpy>
}

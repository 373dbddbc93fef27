// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// np.where(a0.numpy() > 0)[1] + 0
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xi64> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpngdnnlsu/m.py":6:1)) -> !imperative.tensor<?xi64, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "numpy.greater"(%0, %c0) : (!imperative.tensor<?x4xf32, numpy>, !imperative.int) -> !imperative.tensor<?x4xi1, numpy>
  %2 = imperative.library_call "numpy.where"(%1, %none, %none) : (!imperative.tensor<?x4xi1, numpy>, !imperative.none, !imperative.none) -> !imperative.tuple<!imperative.tensor<?xi64, numpy>, !imperative.tensor<?xi64, numpy>>
  %3 = imperative.get_item %2[%c1] : (!imperative.tuple<!imperative.tensor<?xi64, numpy>, !imperative.tensor<?xi64, numpy>>, !imperative.int) -> !imperative.tensor<?xi64, numpy>
  %4 = imperative.library_call "numpy.add"(%3, %c0) : (!imperative.tensor<?xi64, numpy>, !imperative.int) -> !imperative.tensor<?xi64, numpy>
  imperative.return %4 : !imperative.tensor<?xi64, numpy>
}

// -----

// np.where(a0.numpy() > 0, a0.numpy(), 0.0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpg5erh6ia/m.py":6:1)) -> !imperative.tensor<?x4xf32, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 0.000000e+00 : f64 -> !imperative.float
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "numpy.greater"(%0, %c0) : (!imperative.tensor<?x4xf32, numpy>, !imperative.int) -> !imperative.tensor<?x4xi1, numpy>
  %2 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %3 = imperative.library_call "numpy.where"(%1, %2, %float) : (!imperative.tensor<?x4xi1, numpy>, !imperative.tensor<?x4xf32, numpy>, !imperative.float) -> !imperative.tensor<?x4xf32, numpy>
  imperative.return %3 : !imperative.tensor<?x4xf32, numpy>
}

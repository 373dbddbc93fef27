// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.numpy()[1, 1:].copy()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp1n2db7l6/m.py":6:1), %a1: !imperative.tensor<?xi64> loc("/tmp/tmp1n2db7l6/m.py":6:1)) -> !imperative.tensor<3xf32, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.build_slice %c1, %none, %none : (!imperative.int, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_tuple(%c1, %1) : (!imperative.int, !imperative.slice) -> !imperative.tuple<!imperative.int, !imperative.slice>
  %3 = imperative.library_call "numpy.ndarray.__getitem__"(%0, %2) : (!imperative.tensor<?x4xf32, numpy>, !imperative.tuple<!imperative.int, !imperative.slice>) -> !imperative.tensor<3xf32, numpy>
  %4 = imperative.library_call "numpy.ndarray.copy"(%3) : (!imperative.tensor<3xf32, numpy>) -> !imperative.tensor<3xf32, numpy>
  imperative.return %4 : !imperative.tensor<3xf32, numpy>
}

// -----

// a0.numpy()[:, 2].copy()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpsbridfoo/m.py":6:1), %a1: !imperative.tensor<?xi64> loc("/tmp/tmpsbridfoo/m.py":6:1)) -> !imperative.tensor<?xf32, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_tuple(%1, %c2) : (!imperative.slice, !imperative.int) -> !imperative.tuple<!imperative.slice, !imperative.int>
  %3 = imperative.library_call "numpy.ndarray.__getitem__"(%0, %2) : (!imperative.tensor<?x4xf32, numpy>, !imperative.tuple<!imperative.slice, !imperative.int>) -> !imperative.tensor<?xf32, numpy>
  %4 = imperative.library_call "numpy.ndarray.copy"(%3) : (!imperative.tensor<?xf32, numpy>) -> !imperative.tensor<?xf32, numpy>
  imperative.return %4 : !imperative.tensor<?xf32, numpy>
}

// -----

// a0.numpy()[a0.numpy() > 0].copy()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.index_select
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp2df68xci/m.py":6:1), %a1: !imperative.tensor<?xi64> loc("/tmp/tmp2df68xci/m.py":6:1)) -> !imperative.tensor<?xf32, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %2 = imperative.library_call "numpy.greater"(%1, %c0) : (!imperative.tensor<?x4xf32, numpy>, !imperative.int) -> !imperative.tensor<?x4xi1, numpy>
  %3 = imperative.library_call "numpy.ndarray.__getitem__"(%0, %2) : (!imperative.tensor<?x4xf32, numpy>, !imperative.tensor<?x4xi1, numpy>) -> !imperative.tensor<?xf32, numpy>
  %4 = imperative.library_call "numpy.ndarray.copy"(%3) : (!imperative.tensor<?xf32, numpy>) -> !imperative.tensor<?xf32, numpy>
  imperative.return %4 : !imperative.tensor<?xf32, numpy>
}

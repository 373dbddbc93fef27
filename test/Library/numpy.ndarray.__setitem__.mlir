// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.numpy()[:, 1] = 2.0
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.reshape
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpq5uak1gg/m.py":6:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.numpy"(%0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %2 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %3 = imperative.build_tuple(%2, %c1) : (!imperative.slice, !imperative.int) -> !imperative.tuple<!imperative.slice, !imperative.int>
  %4 = imperative.library_call "numpy.ndarray.__setitem__"(%1, %3, %float) : (!imperative.tensor<?x4xf32, numpy>, !imperative.tuple<!imperative.slice, !imperative.int>, !imperative.float) -> !imperative.none
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

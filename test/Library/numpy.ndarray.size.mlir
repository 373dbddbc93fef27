// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.numpy().size
// CHECK-LABEL: func.func @sample
// CHECK: tensor.dim
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp_1t7mte_/m.py":6:1)) -> !imperative.int attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "numpy.ndarray.size"(%0) : (!imperative.tensor<?x4xf32, numpy>) -> !imperative.int
  imperative.return %1 : !imperative.int
}

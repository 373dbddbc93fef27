// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// bool(a0.numpy()[0] > 0)
// CHECK-LABEL: func.func @sample
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: tensor.extract
imperative.func @sample(%a0: !imperative.tensor<?xf32> loc("/tmp/tmpkoutwpsx/m.py":6:1)) -> !imperative.bool attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?xf32>) -> !imperative.tensor<?xf32, numpy>
  %1 = imperative.library_call "numpy.ndarray.__getitem__"(%0, %c0) : (!imperative.tensor<?xf32, numpy>, !imperative.int) -> !imperative.tensor<f32, numpy>
  %2 = imperative.library_call "numpy.greater"(%1, %c0) : (!imperative.tensor<f32, numpy>, !imperative.int) -> !imperative.tensor<i1, numpy>
  %3 = imperative.library_call "numpy.ndarray.__bool__"(%2) : (!imperative.tensor<i1, numpy>) -> !imperative.bool
  imperative.return %3 : !imperative.bool
}

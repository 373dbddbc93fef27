// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// float(a0.numpy()[1])
// CHECK-LABEL: func.func @sample
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: tensor.extract
imperative.func @sample(%a0: !imperative.tensor<?xf32> loc("/tmp/tmp0rqsz2qy/m.py":6:1)) -> !imperative.float attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?xf32>) -> !imperative.tensor<?xf32, numpy>
  %1 = imperative.library_call "numpy.ndarray.__getitem__"(%0, %c1) : (!imperative.tensor<?xf32, numpy>, !imperative.int) -> !imperative.tensor<f32, numpy>
  %2 = imperative.library_call "numpy.ndarray.__float__"(%1) : (!imperative.tensor<f32, numpy>) -> !imperative.float
  imperative.return %2 : !imperative.float
}

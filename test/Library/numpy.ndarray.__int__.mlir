// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// int(a0.numpy()[1])
// CHECK-LABEL: func.func @sample
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: tensor.extract
imperative.func @sample(%a0: !imperative.tensor<?xi64> loc("/tmp/tmpx9r_qh3v/m.py":6:1)) -> !imperative.int attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?xi64>) -> !imperative.tensor<?xi64, numpy>
  %1 = imperative.library_call "numpy.ndarray.__getitem__"(%0, %c1) : (!imperative.tensor<?xi64, numpy>, !imperative.int) -> !imperative.tensor<i64, numpy>
  %2 = imperative.library_call "numpy.ndarray.__int__"(%1) : (!imperative.tensor<i64, numpy>) -> !imperative.int
  imperative.return %2 : !imperative.int
}

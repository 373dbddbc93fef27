// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// np.greater(a0.numpy(), a1.numpy())
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi1> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.compare
imperative.func @sample(%a0: !imperative.tensor<?x4xi64> loc("/tmp/tmpcm80as5d/m.py":6:1), %a1: !imperative.tensor<?x4xi64> loc("/tmp/tmpcm80as5d/m.py":6:1)) -> !imperative.tensor<?x4xi1, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi64, numpy>
  %1 = imperative.library_call "torch.Tensor.numpy"(%a1) : (!imperative.tensor<?x4xi64>) -> !imperative.tensor<?x4xi64, numpy>
  %2 = imperative.library_call "numpy.greater"(%0, %1) : (!imperative.tensor<?x4xi64, numpy>, !imperative.tensor<?x4xi64, numpy>) -> !imperative.tensor<?x4xi1, numpy>
  imperative.return %2 : !imperative.tensor<?x4xi1, numpy>
}

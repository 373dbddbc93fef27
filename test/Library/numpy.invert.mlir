// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// ~a0.numpy()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi1> {janus.result = 0 : i64}
// CHECK: nn.bitwise_not
imperative.func @sample(%a0: !imperative.tensor<?x4xi1> loc("/tmp/tmp4cxv8w71/m.py":6:1)) -> !imperative.tensor<?x4xi1, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xi1>) -> !imperative.tensor<?x4xi1, numpy>
  %1 = imperative.library_call "numpy.invert"(%0) : (!imperative.tensor<?x4xi1, numpy>) -> !imperative.tensor<?x4xi1, numpy>
  imperative.return %1 : !imperative.tensor<?x4xi1, numpy>
}

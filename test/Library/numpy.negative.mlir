// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// -a0.numpy()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.neg
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpmkyn4cuo/m.py":6:1)) -> !imperative.tensor<?x4xf32, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "numpy.negative"(%0) : (!imperative.tensor<?x4xf32, numpy>) -> !imperative.tensor<?x4xf32, numpy>
  imperative.return %1 : !imperative.tensor<?x4xf32, numpy>
}

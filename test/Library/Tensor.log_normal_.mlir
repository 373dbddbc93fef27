// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.clone().log_normal_()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.draw
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %float_0 = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.log_normal_"(%0, %float_0, %float, %none) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.float, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

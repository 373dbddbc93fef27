// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// 2.0 / a0
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: nn.div
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.div"(%float, %a0, %none) : (!imperative.float, !imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

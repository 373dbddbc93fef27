// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// bool(a0.sum() > 0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (i1 {janus.result = 0 : i64}
// CHECK: nn.sum
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: tensor.extract
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.bool attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.Tensor.sum"(%a0, %none, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<f32>
  %1 = imperative.library_call "torch.gt"(%0, %c0) : (!imperative.tensor<f32>, !imperative.int) -> !imperative.tensor<i1>
  %2 = imperative.library_call "torch.Tensor.__bool__"(%1) : (!imperative.tensor<i1>) -> !imperative.bool
  imperative.return %2 : !imperative.bool
}

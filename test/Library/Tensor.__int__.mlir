// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// int(a0.sum())
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (i64 {janus.result = 0 : i64}
// CHECK: nn.sum
// CHECK: tensor.extract
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.int attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.Tensor.sum"(%a0, %none, %false, %none) : (!imperative.tensor<?x4xi64>, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<i64>
  %1 = imperative.library_call "torch.Tensor.__int__"(%0) : (!imperative.tensor<i64>) -> !imperative.int
  imperative.return %1 : !imperative.int
}

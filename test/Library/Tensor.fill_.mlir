// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.clone().fill_(2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: tensor.dim
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.fill_"(%0, %c2) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

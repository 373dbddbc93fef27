// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.nll_loss(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.or
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: nn.nll_loss
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c-100 = imperative.constant -100 : i64 -> !imperative.int
  %str = imperative.constant "mean" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.nll_loss"(%a0, %a1, %none, %none, %c-100, %none, %str) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi64>, !imperative.none, !imperative.none, !imperative.int, !imperative.none, !imperative.str) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.nn.functional.nll_loss(a0, a1, a2, ignore_index=1, reduction='none')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.or
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: nn.nll_loss
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %str = imperative.constant "none" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.nn.functional.nll_loss"(%a0, %a1, %a2, %none, %c1, %none, %str) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi64>, !imperative.tensor<?xf32>, !imperative.none, !imperative.int, !imperative.none, !imperative.str) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

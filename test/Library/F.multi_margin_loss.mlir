// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.multi_margin_loss(a0, a1, 2, 0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.reshape
// CHECK: nn.gather
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: janus.assume
// CHECK: nn.add
// CHECK: nn.clamp
// CHECK: nn.mul
// CHECK: nn.iota
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.select
// CHECK: nn.mean
// CHECK: nn.mean
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %str = imperative.constant "mean" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.multi_margin_loss"(%a0, %a1, %c2, %float, %none, %none, %none, %str) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi64>, !imperative.int, !imperative.float, !imperative.none, !imperative.none, !imperative.none, !imperative.str) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// RUN: janus-opt %s --janus-functionalize | FileCheck %s

imperative.state @w : !imperative.tensor<4xf32> path "w" {requires_grad}

// CHECK-LABEL: func.func @seed
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32> {janus.arg = "x"}, %[[W:.*]]: tensor<4xf32> {janus.state = "w"})
// CHECK-SAME: -> (tensor<4xf32> {janus.grad = "w"})
// CHECK: %[[Y:.*]] = nn.mul %[[W]], %[[X]]
// CHECK: %[[DW:.*]] = nn.gradient %[[Y]], %[[X]] wrt (%[[W]])
// CHECK: return %[[DW]]
imperative.func @seed(%x: !imperative.tensor<4xf32>) -> !imperative.none attributes {entry, params = [#imperative.param<"x", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %w = imperative.read_state @w : !imperative.tensor<4xf32>
  %y = imperative.library_call "torch.mul"(%w, %x) : (!imperative.tensor<4xf32>, !imperative.tensor<4xf32>) -> !imperative.tensor<4xf32>
  %r = imperative.library_call "torch.Tensor.backward"(%y, %x, %none, %false, %none) : (!imperative.tensor<4xf32>, !imperative.tensor<4xf32>, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.none
  imperative.return %none : !imperative.none
}

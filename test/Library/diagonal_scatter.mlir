// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.diagonal_scatter(a0, a1, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4x4xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.full
// CHECK: nn.pad
// CHECK: nn.iota
// CHECK: nn.reshape
// CHECK: nn.iota
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.compare
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.select
// CHECK: nn.pad
// CHECK: nn.iota
// CHECK: nn.reshape
// CHECK: nn.iota
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.compare
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.select
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<4x4xf32>, %a1: !imperative.tensor<3xf32>) -> !imperative.tensor<4x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.diagonal_scatter"(%a0, %a1, %c1, %c0, %c1) : (!imperative.tensor<4x4xf32>, !imperative.tensor<3xf32>, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<4x4xf32>
  imperative.return %0 : !imperative.tensor<4x4xf32>
}

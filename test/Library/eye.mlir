// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.eye(3, 4)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3x4xf32> {janus.result = 0 : i64}
// CHECK: nn.iota
// CHECK: nn.reshape
// CHECK: nn.iota
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.compare
// CHECK: nn.cast
imperative.func @sample() -> !imperative.tensor<3x4xf32> attributes {entry, no_grad, params = []} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %c4 = imperative.constant 4 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.eye"(%c3, %c4, %none, %none, %false) : (!imperative.int, !imperative.int, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<3x4xf32>
  imperative.return %0 : !imperative.tensor<3x4xf32>
}

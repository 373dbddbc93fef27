// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.diag(a0, -1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.slice
imperative.func @sample(%a0: !imperative.tensor<4x4xf32>) -> !imperative.tensor<3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.diag"(%a0, %c-1) : (!imperative.tensor<4x4xf32>, !imperative.int) -> !imperative.tensor<3xf32>
  imperative.return %0 : !imperative.tensor<3xf32>
}

// -----

// torch.diag(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
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
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?xf32>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.diag"(%a0, %c2) : (!imperative.tensor<?xf32>, !imperative.int) -> !imperative.tensor<?x?xf32>
  imperative.return %0 : !imperative.tensor<?x?xf32>
}

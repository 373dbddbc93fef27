// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.triu(a0, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3x3xf32> {janus.result = 0 : i64}
// CHECK: nn.iota
// CHECK: nn.reshape
// CHECK: nn.iota
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.broadcast_to
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x3x3xf32>) -> !imperative.tensor<?x3x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.triu"(%a0, %c1) : (!imperative.tensor<?x3x3xf32>, !imperative.int) -> !imperative.tensor<?x3x3xf32>
  imperative.return %0 : !imperative.tensor<?x3x3xf32>
}

// -----

// a0.clone().triu_(-1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.iota
// CHECK: nn.reshape
// CHECK: nn.iota
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
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
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.triu_"(%0, %c-1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

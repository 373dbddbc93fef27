// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.diag_embed(a0, 1, 0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<5x?x5xf32> {janus.result = 0 : i64}
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
// CHECK: nn.broadcast_to
// CHECK: nn.select
// CHECK: nn.permute
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<5x?x5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.diag_embed"(%a0, %c1, %c0, %c2) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<5x?x5xf32>
  imperative.return %0 : !imperative.tensor<5x?x5xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.diagflat(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
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
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.diagflat"(%a0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x?xf32>
  imperative.return %0 : !imperative.tensor<?x?xf32>
}

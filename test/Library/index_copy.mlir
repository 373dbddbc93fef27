// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.index_copy(a0, 0, a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.select
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
// CHECK: nn.broadcast_to
// CHECK: janus.assume
// CHECK: nn.scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>, %a2: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.index_copy"(%a0, %c0, %a1, %a2) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?xi64>, !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

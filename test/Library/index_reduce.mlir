// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.index_reduce(a0, 1, a1, a2, 'prod')
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
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>, %a2: !imperative.tensor<?x3xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %str = imperative.constant "prod" -> !imperative.str
  %true = imperative.constant true -> !imperative.bool
  %0 = imperative.library_call "torch.index_reduce"(%a0, %c1, %a1, %a2, %str, %true) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?xi64>, !imperative.tensor<?x3xf32>, !imperative.str, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

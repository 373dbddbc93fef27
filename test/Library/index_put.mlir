// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.index_put(a0, (a1,), a2, accumulate=True)
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
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.iota
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.add
// CHECK: janus.assume
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.scatter_add
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>, %a2: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %true = imperative.constant true -> !imperative.bool
  %0 = imperative.build_tuple(%a1) : (!imperative.tensor<?xi64>) -> !imperative.tuple<!imperative.tensor<?xi64>>
  %1 = imperative.library_call "torch.index_put"(%a0, %0, %a2, %true) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.tensor<?xi64>>, !imperative.tensor<?x4xf32>, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

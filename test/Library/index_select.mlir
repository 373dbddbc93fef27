// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.index_select(a0, 1, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.add
// CHECK: nn.select
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.index_select"(%a0, %c1, %a1) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?xi64>) -> !imperative.tensor<?x?xf32>
  imperative.return %0 : !imperative.tensor<?x?xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.kthvalue(a0, 2, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: nn.gather
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.compare
// CHECK: nn.isnan
// CHECK: nn.isnan
// CHECK: nn.and
// CHECK: nn.logical_not
// CHECK: nn.and
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.gather
// CHECK: nn.reshape
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.kthvalue"(%a0, %c2, %c1, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>>
  imperative.return %0 : !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>>
}

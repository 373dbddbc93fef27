// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.median(a0, 1)
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
// CHECK: nn.isnan
// CHECK: nn.logical_not
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.gather
// CHECK: nn.reshape
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.median"(%a0, %c1, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>>
  imperative.return %0 : !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>>
}

// -----

// torch.median(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<i64> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.argsort
// CHECK: nn.gather
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<3x4xi64>) -> !imperative.tensor<i64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.median"(%a0, %none, %false) : (!imperative.tensor<3x4xi64>, !imperative.none, !imperative.bool) -> !imperative.tensor<i64>
  imperative.return %0 : !imperative.tensor<i64>
}

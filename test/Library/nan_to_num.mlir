// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nan_to_num(a0 / (a1 > 0), nan=0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.cast
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.div
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.isnan
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.gt"(%a1, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xi1>
  %1 = imperative.library_call "torch.div"(%a0, %0, %none) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi1>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %2 = imperative.library_call "torch.nan_to_num"(%1, %float, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.none, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %2 : !imperative.tensor<?x4xf32>
}

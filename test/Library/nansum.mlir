// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nansum(a0.sqrt(), 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.sqrt
// CHECK: nn.isnan
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.sqrt"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.nansum"(%0, %c1, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %1 : !imperative.tensor<?xf32>
}

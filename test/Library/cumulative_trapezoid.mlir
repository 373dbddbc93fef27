// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.cumulative_trapezoid(a0, dx=0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3xf32> {janus.result = 0 : i64}
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.add
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.div
// CHECK: nn.cumsum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.cumulative_trapezoid"(%a0, %none, %float, %c-1) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.float, !imperative.int) -> !imperative.tensor<?x3xf32>
  imperative.return %0 : !imperative.tensor<?x3xf32>
}

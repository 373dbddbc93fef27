// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.quantile(a0, 0.3, dim=1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: nn.gather
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.sub
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.isnan
// CHECK: nn.select
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 3.000000e-01 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %str = imperative.constant "linear" -> !imperative.str
  %0 = imperative.library_call "torch.quantile"(%a0, %float, %c1, %false, %str) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.int, !imperative.bool, !imperative.str) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

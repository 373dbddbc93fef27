// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.dropout(a0, 0.5, False) * 2
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x8xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4x8xf32>) -> !imperative.tensor<?x4x8xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.dropout"(%a0, %float, %false, %false) : (!imperative.tensor<?x4x8xf32>, !imperative.float, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4x8xf32>
  %1 = imperative.library_call "torch.mul"(%0, %c2) : (!imperative.tensor<?x4x8xf32>, !imperative.int) -> !imperative.tensor<?x4x8xf32>
  imperative.return %1 : !imperative.tensor<?x4x8xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.local_response_norm(a0, 3, alpha=0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x6x6xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.reshape
// CHECK: nn.pad
// CHECK: nn.avg_pool
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
// CHECK: nn.div
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>) -> !imperative.tensor<?x4x6x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %float_0 = imperative.constant 7.500000e-01 : f64 -> !imperative.float
  %float_1 = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.local_response_norm"(%a0, %c3, %float, %float_0, %float_1) : (!imperative.tensor<?x4x6x6xf32>, !imperative.int, !imperative.float, !imperative.float, !imperative.float) -> !imperative.tensor<?x4x6x6xf32>
  imperative.return %0 : !imperative.tensor<?x4x6x6xf32>
}

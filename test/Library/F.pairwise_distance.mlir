// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.pairwise_distance(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.norm
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %float_0 = imperative.constant 9.9999999999999995E-7 : f64 -> !imperative.float
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.pairwise_distance"(%a0, %a1, %float, %float_0, %false) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.float, !imperative.float, !imperative.bool) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

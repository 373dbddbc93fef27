// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.instance_norm(a0, weight=a1, bias=a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x6x6xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.reshape
// CHECK: nn.layer_norm
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.mul
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4x6x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %true = imperative.constant true -> !imperative.bool
  %float = imperative.constant 1.000000e-01 : f64 -> !imperative.float
  %float_0 = imperative.constant 1.000000e-05 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.instance_norm"(%a0, %none, %none, %a1, %a1, %true, %float, %float_0) : (!imperative.tensor<?x4x6x6xf32>, !imperative.none, !imperative.none, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.bool, !imperative.float, !imperative.float) -> !imperative.tensor<?x4x6x6xf32>
  imperative.return %0 : !imperative.tensor<?x4x6x6xf32>
}

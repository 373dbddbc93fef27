// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.rms_norm(a0, (4,), a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.mean
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.rsqrt
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %const = imperative.constant [4] -> !imperative.tuple<!imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.nn.functional.rms_norm"(%a0, %const, %a1, %none) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int>, !imperative.tensor<?xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

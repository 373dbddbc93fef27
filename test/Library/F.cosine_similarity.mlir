// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.cosine_similarity(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.norm
// CHECK: nn.clamp
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.div
// CHECK: nn.norm
// CHECK: nn.clamp
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.div
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %float = imperative.constant 1.000000e-08 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.cosine_similarity"(%a0, %a1, %c1, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.int, !imperative.float) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

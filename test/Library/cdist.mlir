// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.cdist(a0, a1, 1.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.sub
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.sum
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 1.500000e+00 : f64 -> !imperative.float
  %str = imperative.constant "use_mm_for_euclid_dist_if_necessary" -> !imperative.str
  %0 = imperative.library_call "torch.cdist"(%a0, %a1, %float, %str) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.float, !imperative.str) -> !imperative.tensor<?x?xf32>
  imperative.return %0 : !imperative.tensor<?x?xf32>
}

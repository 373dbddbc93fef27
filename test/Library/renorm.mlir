// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.renorm(a0, 2, 0, 1.0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.norm
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.div
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %float = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.renorm"(%a0, %c2, %c0, %float) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

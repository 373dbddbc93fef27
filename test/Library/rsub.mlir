// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.rsub(a0, 2.0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.sub
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.rsub"(%a0, %float, %c1) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.logaddexp2(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.maximum
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.abs
// CHECK: nn.neg
// CHECK: nn.exp2
// CHECK: nn.log1p
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.add
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.compare
// CHECK: nn.isinf
// CHECK: nn.and
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.logaddexp2"(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

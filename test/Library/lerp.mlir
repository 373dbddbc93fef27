// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.lerp(a0, a1, 0.3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 3.000000e-01 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.lerp"(%a0, %a1, %float) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.lerp(a0, a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.sub
// CHECK: nn.abs
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>, %a2: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %0 = imperative.library_call "torch.lerp"(%a0, %a1, %a2) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.linalg.cross(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<?x3xf32>, %a1: !imperative.tensor<?x3xf32>) -> !imperative.tensor<?x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.linalg.cross"(%a0, %a1, %c-1) : (!imperative.tensor<?x3xf32>, !imperative.tensor<?x3xf32>, !imperative.int) -> !imperative.tensor<?x3xf32>
  imperative.return %0 : !imperative.tensor<?x3xf32>
}

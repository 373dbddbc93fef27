// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.vander(a0, 3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.reshape
// CHECK: nn.mul
// CHECK: nn.reshape
// CHECK: nn.mul
// CHECK: nn.reshape
// CHECK: nn.mul
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<?xf32>) -> !imperative.tensor<?x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.vander"(%a0, %c3, %false) : (!imperative.tensor<?xf32>, !imperative.int, !imperative.bool) -> !imperative.tensor<?x3xf32>
  imperative.return %0 : !imperative.tensor<?x3xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.conv_transpose1d(a0, a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?x10xf32> {janus.result = 0 : i64}
// CHECK: nn.conv_backward_input %{{.*}}, %{{.*}} sizes [10]
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4x8xf32>, %a1: !imperative.tensor<4x?x3xf32>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?x?x10xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.conv_transpose1d"(%a0, %a1, %a2, %c1, %c0, %c0, %c1, %c1) : (!imperative.tensor<?x4x8xf32>, !imperative.tensor<4x?x3xf32>, !imperative.tensor<?xf32>, !imperative.int, !imperative.int, !imperative.int, !imperative.int, !imperative.int) -> !imperative.tensor<?x?x10xf32>
  imperative.return %0 : !imperative.tensor<?x?x10xf32>
}

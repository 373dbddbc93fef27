// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.dstack((a0, a1))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<1x?x2xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<?xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<1x?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.build_tuple(%a0, %a1) : (!imperative.tensor<?xf32>, !imperative.tensor<?xf32>) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xf32>>
  %1 = imperative.library_call "torch.dstack"(%0) : (!imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xf32>>) -> !imperative.tensor<1x?x2xf32>
  imperative.return %1 : !imperative.tensor<1x?x2xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.block_diag(a0, a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<6x9xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.pad
// CHECK: nn.pad
// CHECK: nn.pad
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<3x4xf32>, %a1: !imperative.tensor<2x1xf32>, %a2: !imperative.tensor<4xf32>) -> !imperative.tensor<6x9xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %0 = imperative.build_tuple(%a0, %a1, %a2) : (!imperative.tensor<3x4xf32>, !imperative.tensor<2x1xf32>, !imperative.tensor<4xf32>) -> !imperative.tuple<!imperative.tensor<3x4xf32>, !imperative.tensor<2x1xf32>, !imperative.tensor<4xf32>>
  %1 = imperative.library_call "torch.block_diag"(%0) : (!imperative.tuple<!imperative.tensor<3x4xf32>, !imperative.tensor<2x1xf32>, !imperative.tensor<4xf32>>) -> !imperative.tensor<6x9xf32>
  imperative.return %1 : !imperative.tensor<6x9xf32>
}

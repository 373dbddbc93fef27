// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.t_copy(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4x?xf32> {janus.result = 0 : i64}
// CHECK: nn.permute
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.t_copy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<4x?xf32>
  imperative.return %0 : !imperative.tensor<4x?xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.pdist(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3xf32> {janus.result = 0 : i64}
// CHECK: nn.index_select
// CHECK: nn.index_select
// CHECK: nn.sub
// CHECK: nn.norm
imperative.func @sample(%a0: !imperative.tensor<3x4xf32>) -> !imperative.tensor<3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.pdist"(%a0, %float) : (!imperative.tensor<3x4xf32>, !imperative.float) -> !imperative.tensor<3xf32>
  imperative.return %0 : !imperative.tensor<3xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// len(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (i64 {janus.result = 0 : i64}
// CHECK: tensor.dim
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.int attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.Tensor.__len__"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.int
  imperative.return %0 : !imperative.int
}

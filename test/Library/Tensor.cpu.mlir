// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.cpu()
// CHECK-LABEL: func.func @sample
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.Tensor.cpu"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

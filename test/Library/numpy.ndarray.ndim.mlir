// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.numpy().ndim
// CHECK-LABEL: func.func @sample
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpwjbf9chc/m.py":6:1)) -> !imperative.int attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  imperative.return %c2 : !imperative.int
}

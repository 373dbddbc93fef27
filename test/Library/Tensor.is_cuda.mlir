// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.is_cuda
// CHECK-LABEL: func.func @sample
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.bool attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  imperative.return %false : !imperative.bool
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.ndim
// CHECK-LABEL: func.func @sample
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.int attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  imperative.return %c2 : !imperative.int
}

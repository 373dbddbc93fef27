// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.size(-1)
// CHECK-LABEL: func.func @sample
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.int attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c4 = imperative.constant 4 : i64 -> !imperative.int
  imperative.return %c4 : !imperative.int
}

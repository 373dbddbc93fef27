// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.linspace(0, 1, 7)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<7xf32> {janus.result = 0 : i64}
imperative.func @sample() -> !imperative.tensor<7xf32> attributes {entry, no_grad, params = []} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c7 = imperative.constant 7 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.linspace"(%c0, %c1, %c7, %none, %none, %false) : (!imperative.int, !imperative.int, !imperative.int, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<7xf32>
  imperative.return %0 : !imperative.tensor<7xf32>
}

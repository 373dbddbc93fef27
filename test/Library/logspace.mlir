// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.logspace(-1, 1, 5, base=2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<5xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.pow
imperative.func @sample() -> !imperative.tensor<5xf32> attributes {entry, no_grad, params = []} {
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c5 = imperative.constant 5 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.logspace"(%c-1, %c1, %c5, %c2, %none, %none, %false) : (!imperative.int, !imperative.int, !imperative.int, !imperative.int, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<5xf32>
  imperative.return %0 : !imperative.tensor<5xf32>
}

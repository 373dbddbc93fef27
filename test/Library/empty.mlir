// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.empty(3, 0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3x0xf32> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<3x0xf32> attributes {entry, no_grad, params = []} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [3, 0] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.empty"(%const, %none, %none, %false) : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<3x0xf32>
  imperative.return %0 : !imperative.tensor<3x0xf32>
}

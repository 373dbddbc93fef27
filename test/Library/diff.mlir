// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.diff(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.sub
// CHECK: nn.slice
// CHECK: nn.slice
// CHECK: nn.sub
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.diff"(%a0, %c2, %c-1, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.none, !imperative.none) -> !imperative.tensor<?x2xf32>
  imperative.return %0 : !imperative.tensor<?x2xf32>
}

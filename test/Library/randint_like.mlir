// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.randint_like(a0, 5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c5 = imperative.constant 5 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.randint_like"(%a0, %c5, %none, %none, %none, %false, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.randint_like(a0, -4, 4)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c-4 = imperative.constant -4 : i64 -> !imperative.int
  %c4 = imperative.constant 4 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.randint_like"(%a0, %c-4, %c4, %none, %none, %false, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

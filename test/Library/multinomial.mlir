// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.multinomial(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xi64> {janus.result = 0 : i64}
// CHECK: nn.detach
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.multinomial"(%a0, %c2, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.none) -> !imperative.tensor<?x2xi64>
  imperative.return %0 : !imperative.tensor<?x2xi64>
}

// -----

// torch.multinomial(a0, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x1xi64> {janus.result = 0 : i64}
// CHECK: nn.detach
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x1xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.multinomial"(%a0, %c1, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool, !imperative.none) -> !imperative.tensor<?x1xi64>
  imperative.return %0 : !imperative.tensor<?x1xi64>
}

// -----

// torch.multinomial(a0[0], 9, replacement=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<9xi64> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.detach
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<9xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %true = imperative.constant true -> !imperative.bool
  %c9 = imperative.constant 9 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.__getitem__"(%a0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<4xf32>
  %1 = imperative.library_call "torch.multinomial"(%0, %c9, %true, %none) : (!imperative.tensor<4xf32>, !imperative.int, !imperative.bool, !imperative.none) -> !imperative.tensor<9xi64>
  imperative.return %1 : !imperative.tensor<9xi64>
}

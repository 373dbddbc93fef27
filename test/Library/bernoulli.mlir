// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.bernoulli(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.detach
// CHECK: nn.draw
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.bernoulli"(%a0, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.bernoulli(a0, 0.3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.draw
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 3.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.bernoulli"(%a0, %float, %none) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.poisson(a0 * 4)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.detach
// CHECK: nn.draw
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c4 = imperative.constant 4 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c4) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.poisson"(%0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.mvlgamma(a0 + 2, 3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.lgamma
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: nn.lgamma
// CHECK: nn.add
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: nn.lgamma
// CHECK: nn.add
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.add"(%a0, %c2, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.mvlgamma"(%0, %c3) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

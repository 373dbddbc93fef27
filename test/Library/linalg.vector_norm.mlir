// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.linalg.vector_norm(a0, 1, dim=1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.abs
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.linalg.vector_norm"(%a0, %c1, %c1, %false, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

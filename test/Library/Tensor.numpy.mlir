// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// (a0 * 2).numpy()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmph_rnq799/m.py":6:1)) -> !imperative.tensor<?x4xf32, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c2) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.numpy"(%0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  imperative.return %1 : !imperative.tensor<?x4xf32, numpy>
}

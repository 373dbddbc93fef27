// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.norm(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: nn.norm
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %str = imperative.constant "fro" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.norm"(%a0, %str, %none, %false, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.str, !imperative.none, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.norm(a0, dim=1, keepdim=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x1xf32> {janus.result = 0 : i64}
// CHECK: nn.norm
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x1xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %str = imperative.constant "fro" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.norm"(%a0, %str, %c1, %true, %none, %none) : (!imperative.tensor<?x4xf32>, !imperative.str, !imperative.int, !imperative.bool, !imperative.none, !imperative.none) -> !imperative.tensor<?x1xf32>
  imperative.return %0 : !imperative.tensor<?x1xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.amax(a0, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.amax
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.amax"(%a0, %c1, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

// -----

// torch.amax(a0, dim=0, keepdim=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<1x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.amax
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<1x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %0 = imperative.library_call "torch.amax"(%a0, %c0, %true) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool) -> !imperative.tensor<1x4xf32>
  imperative.return %0 : !imperative.tensor<1x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0 @ a1
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x5xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.matmul
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x5xf32>) -> !imperative.tensor<?x5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.matmul"(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x5xf32>) -> !imperative.tensor<?x5xf32>
  imperative.return %0 : !imperative.tensor<?x5xf32>
}

// -----

// torch.matmul(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3x5xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.matmul
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x3x4xf32>, %a1: !imperative.tensor<?x5xf32>) -> !imperative.tensor<?x3x5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.matmul"(%a0, %a1) : (!imperative.tensor<?x3x4xf32>, !imperative.tensor<?x5xf32>) -> !imperative.tensor<?x3x5xf32>
  imperative.return %0 : !imperative.tensor<?x3x5xf32>
}

// -----

// torch.matmul(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3x5xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.matmul
imperative.func @sample(%a0: !imperative.tensor<?x3x4xf32>, %a1: !imperative.tensor<?x4x5xf32>) -> !imperative.tensor<?x3x5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.matmul"(%a0, %a1) : (!imperative.tensor<?x3x4xf32>, !imperative.tensor<?x4x5xf32>) -> !imperative.tensor<?x3x5xf32>
  imperative.return %0 : !imperative.tensor<?x3x5xf32>
}

// -----

// torch.matmul(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.matmul
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.matmul"(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>) -> !imperative.tensor<?xf32>
  imperative.return %0 : !imperative.tensor<?xf32>
}

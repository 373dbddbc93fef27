// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// (a0 * 1).view(-1, 2).contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: tensor.dim
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x2xf32>, %a2: !imperative.tensor<?x3x4xf32>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %const = imperative.constant [-1, 2] -> !imperative.tuple<!imperative.int, !imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.view"(%0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<?x2xf32>
  %2 = imperative.library_call "torch.Tensor.contiguous"(%1, %none) : (!imperative.tensor<?x2xf32>, !imperative.none) -> !imperative.tensor<?x2xf32>
  imperative.return %2 : !imperative.tensor<?x2xf32>
}

// -----

// (a0 * 1).view(a0.size(0), -1).contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x2xf32>, %a2: !imperative.tensor<?x3x4xf32>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.size"(%a0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.int
  %2 = imperative.build_tuple(%1, %c-1) : (!imperative.int, !imperative.int) -> !imperative.tuple<!imperative.int, !imperative.int>
  %3 = imperative.library_call "torch.Tensor.view"(%0, %2) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<?x?xf32>
  %4 = imperative.library_call "torch.Tensor.contiguous"(%3, %none) : (!imperative.tensor<?x?xf32>, !imperative.none) -> !imperative.tensor<?x?xf32>
  imperative.return %4 : !imperative.tensor<?x?xf32>
}

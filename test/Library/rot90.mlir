// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.rot90(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.iota
// CHECK: nn.index_select
// CHECK: nn.iota
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %const = imperative.constant [0, 1] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.rot90"(%a0, %c2, %const) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.rot90(a0).contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4x?xf32> {janus.result = 0 : i64}
// CHECK: nn.iota
// CHECK: nn.index_select
// CHECK: nn.permute
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %const = imperative.constant [0, 1] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.rot90"(%a0, %c1, %const) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<4x?xf32>
  %1 = imperative.library_call "torch.Tensor.contiguous"(%0, %none) : (!imperative.tensor<4x?xf32>, !imperative.none) -> !imperative.tensor<4x?xf32>
  imperative.return %1 : !imperative.tensor<4x?xf32>
}

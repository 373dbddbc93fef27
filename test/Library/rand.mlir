// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.rand(3, 4)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3x4xf32> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<3x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [3, 4] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.rand"(%const, %none, %none, %none, %false, %none, %false) : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<3x4xf32>
  imperative.return %0 : !imperative.tensor<3x4xf32>
}

// -----

// torch.rand(17, dtype=torch.float64)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<17xf64> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<17xf64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %float64 = imperative.constant #imperative.builtin<"torch.float64"> -> !imperative.function<#imperative.builtin<"torch.float64">>
  %const = imperative.constant [17] -> !imperative.tuple<!imperative.int>
  %0 = imperative.library_call "torch.rand"(%const, %none, %float64, %none, %false, %none, %false) : (!imperative.tuple<!imperative.int>, !imperative.none, !imperative.function<#imperative.builtin<"torch.float64">>, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<17xf64>
  imperative.return %0 : !imperative.tensor<17xf64>
}

// -----

// torch.rand((2, 3), dtype=torch.bfloat16)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x3xbf16> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<2x3xbf16> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %bfloat16 = imperative.constant #imperative.builtin<"torch.bfloat16"> -> !imperative.function<#imperative.builtin<"torch.bfloat16">>
  %const = imperative.constant [[2, 3]] -> !imperative.tuple<!imperative.tuple<!imperative.int, !imperative.int>>
  %0 = imperative.library_call "torch.rand"(%const, %none, %bfloat16, %none, %false, %none, %false) : (!imperative.tuple<!imperative.tuple<!imperative.int, !imperative.int>>, !imperative.none, !imperative.function<#imperative.builtin<"torch.bfloat16">>, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<2x3xbf16>
  imperative.return %0 : !imperative.tensor<2x3xbf16>
}

// -----

// torch.rand(a0.shape[0], 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.shape"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tuple<!imperative.int, !imperative.int>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.int) -> !imperative.int
  %2 = imperative.build_tuple(%1, %c2) : (!imperative.int, !imperative.int) -> !imperative.tuple<!imperative.int, !imperative.int>
  %3 = imperative.library_call "torch.rand"(%2, %none, %none, %none, %false, %none, %false) : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<?x2xf32>
  imperative.return %3 : !imperative.tensor<?x2xf32>
}

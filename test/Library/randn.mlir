// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.randn(5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<5xf32> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [5] -> !imperative.tuple<!imperative.int>
  %0 = imperative.library_call "torch.randn"(%const, %none, %none, %none, %false, %none, %false) : (!imperative.tuple<!imperative.int>, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<5xf32>
  imperative.return %0 : !imperative.tensor<5xf32>
}

// -----

// torch.randn(4, 5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4x5xf32> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4x5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [4, 5] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.randn"(%const, %none, %none, %none, %false, %none, %false) : (!imperative.tuple<!imperative.int, !imperative.int>, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<4x5xf32>
  imperative.return %0 : !imperative.tensor<4x5xf32>
}

// -----

// torch.randn(3, dtype=torch.float64)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3xf64> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<3xf64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %float64 = imperative.constant #imperative.builtin<"torch.float64"> -> !imperative.function<#imperative.builtin<"torch.float64">>
  %const = imperative.constant [3] -> !imperative.tuple<!imperative.int>
  %0 = imperative.library_call "torch.randn"(%const, %none, %float64, %none, %false, %none, %false) : (!imperative.tuple<!imperative.int>, !imperative.none, !imperative.function<#imperative.builtin<"torch.float64">>, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<3xf64>
  imperative.return %0 : !imperative.tensor<3xf64>
}

// -----

// torch.randn(33, dtype=torch.float16)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<33xf16> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<33xf16> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %float16 = imperative.constant #imperative.builtin<"torch.float16"> -> !imperative.function<#imperative.builtin<"torch.float16">>
  %const = imperative.constant [33] -> !imperative.tuple<!imperative.int>
  %0 = imperative.library_call "torch.randn"(%const, %none, %float16, %none, %false, %none, %false) : (!imperative.tuple<!imperative.int>, !imperative.none, !imperative.function<#imperative.builtin<"torch.float16">>, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<33xf16>
  imperative.return %0 : !imperative.tensor<33xf16>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.randperm(11)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<11xi64> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<11xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c11 = imperative.constant 11 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.randperm"(%c11, %none, %none, %none, %false, %none, %false) : (!imperative.int, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<11xi64>
  imperative.return %0 : !imperative.tensor<11xi64>
}

// -----

// torch.randperm(5, dtype=torch.int32)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<5xi32> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<5xi32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c5 = imperative.constant 5 : i64 -> !imperative.int
  %int32 = imperative.constant #imperative.builtin<"torch.int32"> -> !imperative.function<#imperative.builtin<"torch.int32">>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.randperm"(%c5, %none, %int32, %none, %false, %none, %false) : (!imperative.int, !imperative.none, !imperative.function<#imperative.builtin<"torch.int32">>, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<5xi32>
  imperative.return %0 : !imperative.tensor<5xi32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.to(torch.float64)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf64> {janus.result = 0 : i64}
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [#imperative.builtin<"torch.float64">] -> !imperative.tuple<!imperative.function<#imperative.builtin<"torch.float64">>>
  %0 = imperative.library_call "torch.Tensor.to"(%a0, %const, %none, %none, %false, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.function<#imperative.builtin<"torch.float64">>>, !imperative.none, !imperative.none, !imperative.bool, !imperative.bool, !imperative.none) -> !imperative.tensor<?x4xf64>
  imperative.return %0 : !imperative.tensor<?x4xf64>
}

// -----

// a0.to(dtype=torch.int64)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %int64 = imperative.constant #imperative.builtin<"torch.int64"> -> !imperative.function<#imperative.builtin<"torch.int64">>
  %const = imperative.constant [] -> !imperative.tuple<>
  %0 = imperative.library_call "torch.Tensor.to"(%a0, %const, %int64, %none, %false, %false, %none) : (!imperative.tensor<?x4xf32>, !imperative.tuple<>, !imperative.function<#imperative.builtin<"torch.int64">>, !imperative.none, !imperative.bool, !imperative.bool, !imperative.none) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}

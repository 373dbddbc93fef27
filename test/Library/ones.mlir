// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.ones((2, 3), dtype=torch.int64)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x3xi64> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<2x3xi64> attributes {entry, no_grad, params = []} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %int64 = imperative.constant #imperative.builtin<"torch.int64"> -> !imperative.function<#imperative.builtin<"torch.int64">>
  %const = imperative.constant [[2, 3]] -> !imperative.tuple<!imperative.tuple<!imperative.int, !imperative.int>>
  %0 = imperative.library_call "torch.ones"(%const, %int64, %none, %false) : (!imperative.tuple<!imperative.tuple<!imperative.int, !imperative.int>>, !imperative.function<#imperative.builtin<"torch.int64">>, !imperative.none, !imperative.bool) -> !imperative.tensor<2x3xi64>
  imperative.return %0 : !imperative.tensor<2x3xi64>
}

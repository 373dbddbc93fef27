// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.to(a1.dtype)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [#imperative.builtin<"torch.float32">] -> !imperative.tuple<!imperative.function<#imperative.builtin<"torch.float32">>>
  %0 = imperative.library_call "torch.Tensor.to"(%a0, %const, %none, %none, %false, %false, %none) : (!imperative.tensor<?x4xi64>, !imperative.tuple<!imperative.function<#imperative.builtin<"torch.float32">>>, !imperative.none, !imperative.none, !imperative.bool, !imperative.bool, !imperative.none) -> !imperative.tensor<?x4xi64>
  imperative.return %0 : !imperative.tensor<?x4xi64>
}

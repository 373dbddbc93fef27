// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.as_tensor(a0, dtype=torch.float64)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf64> {janus.result = 0 : i64}
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpypbj_iem/m.py":6:1)) -> !imperative.tensor<?x4xf64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float64 = imperative.constant #imperative.builtin<"torch.float64"> -> !imperative.function<#imperative.builtin<"torch.float64">>
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.as_tensor"(%a0, %float64, %none) : (!imperative.tensor<?x4xf32>, !imperative.function<#imperative.builtin<"torch.float64">>, !imperative.none) -> !imperative.tensor<?x4xf64>
  imperative.return %0 : !imperative.tensor<?x4xf64>
}

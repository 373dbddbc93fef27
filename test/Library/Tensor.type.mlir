// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.type(torch.float64)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf64> {janus.result = 0 : i64}
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp3369wsnt/m.py":5:1)) -> !imperative.tensor<?x4xf64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float64 = imperative.constant #imperative.builtin<"torch.float64"> -> !imperative.function<#imperative.builtin<"torch.float64">>
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.Tensor.type"(%a0, %float64, %false) : (!imperative.tensor<?x4xf32>, !imperative.function<#imperative.builtin<"torch.float64">>, !imperative.bool) -> !imperative.tensor<?x4xf64>
  imperative.return %0 : !imperative.tensor<?x4xf64>
}

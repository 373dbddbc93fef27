// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.elu(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.elu
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.elu"(%a0, %float, %false) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.nn.functional.elu(a0, 0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.elu
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.elu"(%a0, %float, %false) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

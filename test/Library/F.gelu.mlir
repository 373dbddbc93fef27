// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.gelu(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.gelu
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %str = imperative.constant "none" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.gelu"(%a0, %str) : (!imperative.tensor<?x4xf32>, !imperative.str) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.nn.functional.gelu(a0, approximate='tanh')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.gelu
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %str = imperative.constant "tanh" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.gelu"(%a0, %str) : (!imperative.tensor<?x4xf32>, !imperative.str) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

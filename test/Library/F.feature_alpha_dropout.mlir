// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.feature_alpha_dropout(a0, 0.4, True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.draw
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 4.000000e-01 : f64 -> !imperative.float
  %true = imperative.constant true -> !imperative.bool
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.feature_alpha_dropout"(%a0, %float, %true, %false) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

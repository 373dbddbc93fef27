// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.layer_norm(a0, (4,), a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.layer_norm
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xf32>, %a2: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %const = imperative.constant [4] -> !imperative.tuple<!imperative.int>
  %float = imperative.constant 1.000000e-05 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.layer_norm"(%a0, %const, %a1, %a2, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

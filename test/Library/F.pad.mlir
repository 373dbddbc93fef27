// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.pad(a0, (1, 2), value=0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x7xf32> {janus.result = 0 : i64}
// CHECK: nn.pad
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x7xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [1, 2] -> !imperative.tuple<!imperative.int, !imperative.int>
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %str = imperative.constant "constant" -> !imperative.str
  %0 = imperative.library_call "torch.nn.functional.pad"(%a0, %const, %str, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int>, !imperative.str, !imperative.float) -> !imperative.tensor<?x7xf32>
  imperative.return %0 : !imperative.tensor<?x7xf32>
}

// -----

// torch.nn.functional.pad(a0, (-1, 1, 1, 0))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.pad
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [-1, 1, 1, 0] -> !imperative.tuple<!imperative.int, !imperative.int, !imperative.int, !imperative.int>
  %str = imperative.constant "constant" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.nn.functional.pad"(%a0, %const, %str, %none) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int, !imperative.int, !imperative.int>, !imperative.str, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

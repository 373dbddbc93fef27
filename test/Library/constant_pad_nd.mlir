// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.constant_pad_nd(a0, (1, 2), 0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x7xf32> {janus.result = 0 : i64}
// CHECK: nn.pad
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x7xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [1, 2] -> !imperative.tuple<!imperative.int, !imperative.int>
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.constant_pad_nd"(%a0, %const, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int>, !imperative.float) -> !imperative.tensor<?x7xf32>
  imperative.return %0 : !imperative.tensor<?x7xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.dropout(a0, 0.5, False) * 2
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x8xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4x8xf32>) -> !imperative.tensor<?x4x8xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.dropout"(%a0, %float, %false, %false) : (!imperative.tensor<?x4x8xf32>, !imperative.float, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4x8xf32>
  %1 = imperative.library_call "torch.mul"(%0, %c2) : (!imperative.tensor<?x4x8xf32>, !imperative.int) -> !imperative.tensor<?x4x8xf32>
  imperative.return %1 : !imperative.tensor<?x4x8xf32>
}

// -----

// torch.nn.functional.dropout(a0, 0.3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x8xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.draw
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.div
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4x8xf32>) -> !imperative.tensor<?x4x8xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 3.000000e-01 : f64 -> !imperative.float
  %true = imperative.constant true -> !imperative.bool
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.dropout"(%a0, %float, %true, %false) : (!imperative.tensor<?x4x8xf32>, !imperative.float, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4x8xf32>
  imperative.return %0 : !imperative.tensor<?x4x8xf32>
}

// -----

// torch.nn.functional.dropout(a0, 1.0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 1.000000e+00 : f64 -> !imperative.float
  %true = imperative.constant true -> !imperative.bool
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.dropout"(%a0, %float, %true, %false) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.nn.functional.dropout(a0.half(), 0.3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf16> {janus.result = 0 : i64}
// CHECK: nn.cast
// CHECK: janus.assume
// CHECK: nn.draw
// CHECK: nn.cast
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.div
// CHECK: nn.cast
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf16> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %true = imperative.constant true -> !imperative.bool
  %float = imperative.constant 3.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.half"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf16>
  %1 = imperative.library_call "torch.nn.functional.dropout"(%0, %float, %true, %false) : (!imperative.tensor<?x4xf16>, !imperative.float, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4xf16>
  imperative.return %1 : !imperative.tensor<?x4xf16>
}

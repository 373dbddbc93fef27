// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.max(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<f32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.amax
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<f32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.max"(%a0, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.none, !imperative.bool) -> !imperative.tensor<f32>
  imperative.return %0 : !imperative.tensor<f32>
}

// -----

// torch.max(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<i64> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.amax
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<i64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.max"(%a0, %none, %false) : (!imperative.tensor<?x4xi64>, !imperative.none, !imperative.bool) -> !imperative.tensor<i64>
  imperative.return %0 : !imperative.tensor<i64>
}

// -----

// torch.max(a0, 1)[0]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.argmax
// CHECK: nn.gather
// CHECK: nn.reshape
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.max"(%a0, %c1, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xi64>>, !imperative.int) -> !imperative.tensor<?xf32>
  imperative.return %1 : !imperative.tensor<?xf32>
}

// -----

// torch.max(a0, 1, keepdim=True)[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x1xi64> {janus.result = 0 : i64}
// CHECK: nn.argmax
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x1xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %0 = imperative.library_call "torch.max"(%a0, %c1, %true) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x1xf32>, !imperative.tensor<?x1xi64>>
  %1 = imperative.get_item %0[%c1] : (!imperative.tuple<!imperative.tensor<?x1xf32>, !imperative.tensor<?x1xi64>>, !imperative.int) -> !imperative.tensor<?x1xi64>
  imperative.return %1 : !imperative.tensor<?x1xi64>
}

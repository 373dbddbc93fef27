// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.cummin(a0, 0)[0]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.argcummin
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.cummin"(%a0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// -----

// torch.cummin(a0, 0)[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argcummin
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.cummin"(%a0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>
  %1 = imperative.get_item %0[%c1] : (!imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi64>>, !imperative.int) -> !imperative.tensor<?x4xi64>
  imperative.return %1 : !imperative.tensor<?x4xi64>
}

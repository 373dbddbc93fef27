// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.interpolate(a0, size=(5, 4), mode='area')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x5x4xf32> {janus.result = 0 : i64}
// CHECK: nn.adaptive_avg_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32> loc("/tmp/tmp1848tkfs/m.py":5:1)) -> !imperative.tensor<?x4x5x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [5, 4] -> !imperative.tuple<!imperative.int, !imperative.int>
  %str = imperative.constant "area" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.interpolate"(%a0, %const, %none, %str, %none, %none, %false) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tuple<!imperative.int, !imperative.int>, !imperative.none, !imperative.str, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<?x4x5x4xf32>
  imperative.return %0 : !imperative.tensor<?x4x5x4xf32>
}

// -----

// torch.nn.functional.interpolate(a0, 3, mode='area')
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x3xf32> {janus.result = 0 : i64}
// CHECK: nn.adaptive_avg_pool
imperative.func @sample(%a0: !imperative.tensor<?x4x8xf32> loc("/tmp/tmp9cru9vgz/m.py":5:1)) -> !imperative.tensor<?x4x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %str = imperative.constant "area" -> !imperative.str
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.interpolate"(%a0, %c3, %none, %str, %none, %none, %false) : (!imperative.tensor<?x4x8xf32>, !imperative.int, !imperative.none, !imperative.str, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<?x4x3xf32>
  imperative.return %0 : !imperative.tensor<?x4x3xf32>
}

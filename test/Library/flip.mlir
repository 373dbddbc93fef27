// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.flip(a0, (0, 1))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.iota
// CHECK: nn.index_select
// CHECK: nn.iota
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpdpq61iai/m.py":5:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [0, 1] -> !imperative.tuple<!imperative.int, !imperative.int>
  %0 = imperative.library_call "torch.flip"(%a0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.int>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// a0.flip(1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.iota
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpxqx0ie1q/m.py":5:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [1] -> !imperative.tuple<!imperative.int>
  %0 = imperative.library_call "torch.Tensor.flip"(%a0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

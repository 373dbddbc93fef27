// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.normal(1.5, 0.5, (20,))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<20xf32> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<20xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 1.500000e+00 : f64 -> !imperative.float
  %float_0 = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %const = imperative.constant [20] -> !imperative.tuple<!imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.normal"(%float, %float_0, %const, %none, %none, %none, %false, %none, %false) : (!imperative.float, !imperative.float, !imperative.tuple<!imperative.int>, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<20xf32>
  imperative.return %0 : !imperative.tensor<20xf32>
}

// -----

// torch.normal(a0, 0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.draw
// CHECK: nn.detach
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.normal"(%a0, %float, %none, %none, %none, %none, %false, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.float, !imperative.none, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.normal(0.5, a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.draw
// CHECK: nn.detach
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.detach
// CHECK: nn.broadcast_to
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.normal"(%float, %a0, %none, %none, %none, %none, %false, %none, %false) : (!imperative.float, !imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.normal(a0, a0.flip(0))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.iota
// CHECK: nn.index_select
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.draw
// CHECK: nn.detach
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.detach
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [0] -> !imperative.tuple<!imperative.int>
  %0 = imperative.library_call "torch.Tensor.flip"(%a0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int>) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.normal"(%a0, %0, %none, %none, %none, %none, %false, %none, %false) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.none, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.where(a0, a1, a2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xi1> loc("/tmp/tmpqx596_q1/m.py":5:1), %a1: !imperative.tensor<?x4xf32> loc("/tmp/tmpqx596_q1/m.py":5:1), %a2: !imperative.tensor<?x4xf32> loc("/tmp/tmpqx596_q1/m.py":5:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %0 = imperative.library_call "torch.where"(%a0, %a1, %a2) : (!imperative.tensor<?x4xi1>, !imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// torch.where(a0 > 0, a0, 0.5)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp83pzr6yp/m.py":5:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.gt"(%a0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xi1>
  %1 = imperative.library_call "torch.where"(%0, %a0, %float) : (!imperative.tensor<?x4xi1>, !imperative.tensor<?x4xf32>, !imperative.float) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// -----

// torch.where(a0)[0] + torch.where(a0)[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xi64> {janus.result = 0 : i64}
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xi1> loc("/tmp/tmp_9t20dxb/m.py":5:1)) -> !imperative.tensor<?xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.where"(%a0, %none, %none) : (!imperative.tensor<?x4xi1>, !imperative.none, !imperative.none) -> !imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?xi64>>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?xi64>>, !imperative.int) -> !imperative.tensor<?xi64>
  %2 = imperative.library_call "torch.where"(%a0, %none, %none) : (!imperative.tensor<?x4xi1>, !imperative.none, !imperative.none) -> !imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?xi64>>
  %3 = imperative.get_item %2[%c1] : (!imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?xi64>>, !imperative.int) -> !imperative.tensor<?xi64>
  %4 = imperative.library_call "torch.add"(%1, %3, %c1) : (!imperative.tensor<?xi64>, !imperative.tensor<?xi64>, !imperative.int) -> !imperative.tensor<?xi64>
  imperative.return %4 : !imperative.tensor<?xi64>
}

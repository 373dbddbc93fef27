// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.unique(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xi64> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.argsort
// CHECK: nn.index_select
// CHECK: nn.iota
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: nn.compare
// CHECK: nn.maximum
// CHECK: nn.index_select
// CHECK: nn.compare
// CHECK: nn.or
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xi64> loc("/tmp/tmpk5mk08zl/m.py":5:1)) -> !imperative.tensor<?xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %true = imperative.constant true -> !imperative.bool
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.unique"(%a0, %true, %false, %false, %none) : (!imperative.tensor<?x4xi64>, !imperative.bool, !imperative.bool, !imperative.bool, !imperative.none) -> !imperative.tensor<?xi64>
  imperative.return %0 : !imperative.tensor<?xi64>
}

// -----

// torch.unique(a0, return_inverse=True)[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.argsort
// CHECK: nn.index_select
// CHECK: nn.iota
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: nn.compare
// CHECK: nn.maximum
// CHECK: nn.index_select
// CHECK: nn.compare
// CHECK: nn.or
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: nn.index_select
// CHECK: nn.cast
// CHECK: nn.cumsum
// CHECK: nn.sub
// CHECK: nn.index_put
// CHECK: tensor.dim
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xi64> loc("/tmp/tmpeazi6ddw/m.py":5:1)) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.unique"(%a0, %true, %true, %false, %none) : (!imperative.tensor<?x4xi64>, !imperative.bool, !imperative.bool, !imperative.bool, !imperative.none) -> !imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?x4xi64>>
  %1 = imperative.get_item %0[%c1] : (!imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?x4xi64>>, !imperative.int) -> !imperative.tensor<?x4xi64>
  imperative.return %1 : !imperative.tensor<?x4xi64>
}

// -----

// torch.unique(a0, return_counts=True)[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xi64> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.argsort
// CHECK: nn.index_select
// CHECK: nn.iota
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.sub
// CHECK: nn.compare
// CHECK: nn.maximum
// CHECK: nn.index_select
// CHECK: nn.compare
// CHECK: nn.or
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: nn.index_select
// CHECK: nn.full
// CHECK: nn.concat
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.sub
imperative.func @sample(%a0: !imperative.tensor<?x4xi64> loc("/tmp/tmpady63lju/m.py":5:1)) -> !imperative.tensor<?xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %false = imperative.constant false -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.unique"(%a0, %true, %false, %true, %none) : (!imperative.tensor<?x4xi64>, !imperative.bool, !imperative.bool, !imperative.bool, !imperative.none) -> !imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?xi64>>
  %1 = imperative.get_item %0[%c1] : (!imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?xi64>>, !imperative.int) -> !imperative.tensor<?xi64>
  imperative.return %1 : !imperative.tensor<?xi64>
}

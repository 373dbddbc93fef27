// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0[:, 1] = 2.0
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.reshape
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpwcenqydj/m.py":6:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_tuple(%1, %c1) : (!imperative.slice, !imperative.int) -> !imperative.tuple<!imperative.slice, !imperative.int>
  %3 = imperative.library_call "torch.Tensor.__setitem__"(%0, %2, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.int>, !imperative.float) -> !imperative.none
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// a0[1:] = a1
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp4eswm4oc/m.py":6:1), %a1: !imperative.tensor<?xf32> loc("/tmp/tmp4eswm4oc/m.py":6:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %c1, %none, %none : (!imperative.int, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.library_call "torch.Tensor.__setitem__"(%0, %1, %a1) : (!imperative.tensor<?x4xf32>, !imperative.slice, !imperative.tensor<?xf32>) -> !imperative.none
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// a0[a0 > 0] = 0
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: nn.select
// CHECK: tensor.dim
// CHECK: tensor.dim
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpnyhd7to_/m.py":6:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.gt"(%0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xi1>
  %2 = imperative.library_call "torch.Tensor.__setitem__"(%0, %1, %c0) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi1>, !imperative.int) -> !imperative.none
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// a0[a1] = a2
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.index_put
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp1txdgys3/m.py":6:1), %a1: !imperative.tensor<?xi1> loc("/tmp/tmp1txdgys3/m.py":6:1), %a2: !imperative.tensor<?xf32> loc("/tmp/tmp1txdgys3/m.py":6:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.__setitem__"(%0, %a1, %a2) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi1>, !imperative.tensor<?xf32>) -> !imperative.none
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// a0[a1] = 7
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.index_put
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpb5gigoul/m.py":6:1), %a1: !imperative.tensor<?xi1> loc("/tmp/tmpb5gigoul/m.py":6:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c7 = imperative.constant 7 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.__setitem__"(%0, %a1, %c7) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi1>, !imperative.int) -> !imperative.none
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

// -----

// a0[:, a1] = 1.5
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.add
// CHECK: nn.select
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: nn.reshape
// CHECK: nn.index_put
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp_d69dx09/m.py":6:1), %a1: !imperative.tensor<?xi64> loc("/tmp/tmp_d69dx09/m.py":6:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 1.500000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_tuple(%1, %a1) : (!imperative.slice, !imperative.tensor<?xi64>) -> !imperative.tuple<!imperative.slice, !imperative.tensor<?xi64>>
  %3 = imperative.library_call "torch.Tensor.__setitem__"(%0, %2, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.tensor<?xi64>>, !imperative.float) -> !imperative.none
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

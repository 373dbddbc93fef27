// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0[1, :, None] = 2.0
// CHECK-LABEL: func.func @sample
// CHECK: nn.full
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.reshape
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%c1, %0, %none) : (!imperative.int, !imperative.slice, !imperative.none) -> !imperative.tuple<!imperative.int, !imperative.slice, !imperative.none>
  %2 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %1, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.slice, !imperative.none>, !imperative.float) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// a0[None, :, 1] = 2.0
// CHECK-LABEL: func.func @sample
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.reshape
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%none, %0, %c1) : (!imperative.none, !imperative.slice, !imperative.int) -> !imperative.tuple<!imperative.none, !imperative.slice, !imperative.int>
  %2 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %1, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.none, !imperative.slice, !imperative.int>, !imperative.float) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// a0[:, 1, None] = 2.0
// CHECK-LABEL: func.func @sample
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%0, %c1, %none) : (!imperative.slice, !imperative.int, !imperative.none) -> !imperative.tuple<!imperative.slice, !imperative.int, !imperative.none>
  %2 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %1, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.int, !imperative.none>, !imperative.float) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// a0[0, None, 1:, None] = 2.0
// CHECK-LABEL: func.func @sample
// CHECK: nn.full
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.reshape
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.build_slice %c1, %none, %none : (!imperative.int, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%c0, %none, %0, %none) : (!imperative.int, !imperative.none, !imperative.slice, !imperative.none) -> !imperative.tuple<!imperative.int, !imperative.none, !imperative.slice, !imperative.none>
  %2 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %1, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.none, !imperative.slice, !imperative.none>, !imperative.float) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// a0[:, 1] = 2.0
// CHECK-LABEL: func.func @sample
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.reshape
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %float = imperative.constant 2.000000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%0, %c1) : (!imperative.slice, !imperative.int) -> !imperative.tuple<!imperative.slice, !imperative.int>
  %2 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %1, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.int>, !imperative.float) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// a0[1:] = a1
// CHECK-LABEL: func.func @sample
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.build_slice %c1, %none, %none : (!imperative.int, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.slice, !imperative.tensor<?xf32>) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// a0[a0 > 0] = 0
// CHECK-LABEL: func.func @sample
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.gt"(%a0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xi1>
  %1 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xi1>, !imperative.int) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// a0[a1] = a2
// CHECK-LABEL: func.func @sample
// CHECK: janus.assume
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.index_put
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi1>, %a2: !imperative.tensor<?xf32>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %a1, %a2) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi1>, !imperative.tensor<?xf32>) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// a0[a1] = 7
// CHECK-LABEL: func.func @sample
// CHECK: nn.full
// CHECK: janus.assume
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.index_put
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi1>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c7 = imperative.constant 7 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %a1, %c7) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi1>, !imperative.int) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// a0[:, a1] = 1.5
// CHECK-LABEL: func.func @sample
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.add
// CHECK: nn.select
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.reshape
// CHECK: nn.index_put
// CHECK: nn.slice_scatter
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.none attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %float = imperative.constant 1.500000e+00 : f64 -> !imperative.float
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%0, %a1) : (!imperative.slice, !imperative.tensor<?xi64>) -> !imperative.tuple<!imperative.slice, !imperative.tensor<?xi64>>
  %2 = imperative.library_call "torch.Tensor.__setitem__"(%a0, %1, %float) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.tensor<?xi64>>, !imperative.float) -> !imperative.none
  imperative.return %none : !imperative.none
}

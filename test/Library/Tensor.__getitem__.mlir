// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// (a0 * 1)[1].contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.__getitem__"(%0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<4xf32>
  %2 = imperative.library_call "torch.Tensor.contiguous"(%1, %none) : (!imperative.tensor<4xf32>, !imperative.none) -> !imperative.tensor<4xf32>
  imperative.return %2 : !imperative.tensor<4xf32>
}

// -----

// (a0 * 1)[-1].contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.__getitem__"(%0, %c-1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<4xf32>
  %2 = imperative.library_call "torch.Tensor.contiguous"(%1, %none) : (!imperative.tensor<4xf32>, !imperative.none) -> !imperative.tensor<4xf32>
  imperative.return %2 : !imperative.tensor<4xf32>
}

// -----

// (a0 * 1)[1:].contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %c1, %none, %none : (!imperative.int, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.library_call "torch.Tensor.__getitem__"(%0, %1) : (!imperative.tensor<?x4xf32>, !imperative.slice) -> !imperative.tensor<?x4xf32>
  %3 = imperative.library_call "torch.Tensor.contiguous"(%2, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %3 : !imperative.tensor<?x4xf32>
}

// -----

// (a0 * 1)[:, 1:3].contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.slice
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_slice %c1, %c3, %none : (!imperative.int, !imperative.int, !imperative.none) -> !imperative.slice
  %3 = imperative.build_tuple(%1, %2) : (!imperative.slice, !imperative.slice) -> !imperative.tuple<!imperative.slice, !imperative.slice>
  %4 = imperative.library_call "torch.Tensor.__getitem__"(%0, %3) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.slice>) -> !imperative.tensor<?x2xf32>
  %5 = imperative.library_call "torch.Tensor.contiguous"(%4, %none) : (!imperative.tensor<?x2xf32>, !imperative.none) -> !imperative.tensor<?x2xf32>
  imperative.return %5 : !imperative.tensor<?x2xf32>
}

// -----

// (a0 * 1)[..., 0].contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %const = imperative.constant [#imperative.ellipsis, 0] -> !imperative.tuple<!imperative.object, !imperative.int>
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.__getitem__"(%0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.object, !imperative.int>) -> !imperative.tensor<?xf32>
  %2 = imperative.library_call "torch.Tensor.contiguous"(%1, %none) : (!imperative.tensor<?xf32>, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %2 : !imperative.tensor<?xf32>
}

// -----

// (a0 * 1)[:, ::2].contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.slice
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_slice %none, %none, %c2 : (!imperative.none, !imperative.none, !imperative.int) -> !imperative.slice
  %3 = imperative.build_tuple(%1, %2) : (!imperative.slice, !imperative.slice) -> !imperative.tuple<!imperative.slice, !imperative.slice>
  %4 = imperative.library_call "torch.Tensor.__getitem__"(%0, %3) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.slice>) -> !imperative.tensor<?x2xf32>
  %5 = imperative.library_call "torch.Tensor.contiguous"(%4, %none) : (!imperative.tensor<?x2xf32>, !imperative.none) -> !imperative.tensor<?x2xf32>
  imperative.return %5 : !imperative.tensor<?x2xf32>
}

// -----

// (a0 * 1)[0:2, -2:].contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x2xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<2x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c-2 = imperative.constant -2 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %c0, %c2, %none : (!imperative.int, !imperative.int, !imperative.none) -> !imperative.slice
  %2 = imperative.build_slice %c-2, %none, %none : (!imperative.int, !imperative.none, !imperative.none) -> !imperative.slice
  %3 = imperative.build_tuple(%1, %2) : (!imperative.slice, !imperative.slice) -> !imperative.tuple<!imperative.slice, !imperative.slice>
  %4 = imperative.library_call "torch.Tensor.__getitem__"(%0, %3) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.slice>) -> !imperative.tensor<2x2xf32>
  %5 = imperative.library_call "torch.Tensor.contiguous"(%4, %none) : (!imperative.tensor<2x2xf32>, !imperative.none) -> !imperative.tensor<2x2xf32>
  imperative.return %5 : !imperative.tensor<2x2xf32>
}

// -----

// (a0 * 1)[None, 1].sum(0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %const = imperative.constant [#imperative.none, 1] -> !imperative.tuple<!imperative.none, !imperative.int>
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.__getitem__"(%0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.none, !imperative.int>) -> !imperative.tensor<1x4xf32>
  %2 = imperative.library_call "torch.Tensor.sum"(%1, %c0, %false, %none) : (!imperative.tensor<1x4xf32>, !imperative.int, !imperative.bool, !imperative.none) -> !imperative.tensor<4xf32>
  imperative.return %2 : !imperative.tensor<4xf32>
}

// -----

// (a0 * 1)[1, :, None].reshape(-1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [-1] -> !imperative.tuple<!imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_tuple(%c1, %1, %none) : (!imperative.int, !imperative.slice, !imperative.none) -> !imperative.tuple<!imperative.int, !imperative.slice, !imperative.none>
  %3 = imperative.library_call "torch.Tensor.__getitem__"(%0, %2) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.slice, !imperative.none>) -> !imperative.tensor<4x1xf32>
  %4 = imperative.library_call "torch.Tensor.reshape"(%3, %const) : (!imperative.tensor<4x1xf32>, !imperative.tuple<!imperative.int>) -> !imperative.tensor<4xf32>
  imperative.return %4 : !imperative.tensor<4xf32>
}

// -----

// (a0 * 1)[None, :, 1].reshape(-1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [-1] -> !imperative.tuple<!imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_tuple(%none, %1, %c1) : (!imperative.none, !imperative.slice, !imperative.int) -> !imperative.tuple<!imperative.none, !imperative.slice, !imperative.int>
  %3 = imperative.library_call "torch.Tensor.__getitem__"(%0, %2) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.none, !imperative.slice, !imperative.int>) -> !imperative.tensor<1x?xf32>
  %4 = imperative.library_call "torch.Tensor.reshape"(%3, %const) : (!imperative.tensor<1x?xf32>, !imperative.tuple<!imperative.int>) -> !imperative.tensor<?xf32>
  imperative.return %4 : !imperative.tensor<?xf32>
}

// -----

// (a0 * 1)[:, 1, None].reshape(-1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [-1] -> !imperative.tuple<!imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_tuple(%1, %c1, %none) : (!imperative.slice, !imperative.int, !imperative.none) -> !imperative.tuple<!imperative.slice, !imperative.int, !imperative.none>
  %3 = imperative.library_call "torch.Tensor.__getitem__"(%0, %2) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.int, !imperative.none>) -> !imperative.tensor<?x1xf32>
  %4 = imperative.library_call "torch.Tensor.reshape"(%3, %const) : (!imperative.tensor<?x1xf32>, !imperative.tuple<!imperative.int>) -> !imperative.tensor<?xf32>
  imperative.return %4 : !imperative.tensor<?xf32>
}

// -----

// (a0 * 1)[0, None, 1:, None].reshape(-1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [-1] -> !imperative.tuple<!imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.build_slice %c1, %none, %none : (!imperative.int, !imperative.none, !imperative.none) -> !imperative.slice
  %2 = imperative.build_tuple(%c0, %none, %1, %none) : (!imperative.int, !imperative.none, !imperative.slice, !imperative.none) -> !imperative.tuple<!imperative.int, !imperative.none, !imperative.slice, !imperative.none>
  %3 = imperative.library_call "torch.Tensor.__getitem__"(%0, %2) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int, !imperative.none, !imperative.slice, !imperative.none>) -> !imperative.tensor<1x3x1xf32>
  %4 = imperative.library_call "torch.Tensor.reshape"(%3, %const) : (!imperative.tensor<1x3x1xf32>, !imperative.tuple<!imperative.int>) -> !imperative.tensor<3xf32>
  imperative.return %4 : !imperative.tensor<3xf32>
}

// -----

// a0[a1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x5xf32> {janus.result = 0 : i64}
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
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x5xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<?x5xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.Tensor.__getitem__"(%a0, %a1) : (!imperative.tensor<?x5xf32>, !imperative.tensor<?xi64>) -> !imperative.tensor<?x5xf32>
  imperative.return %0 : !imperative.tensor<?x5xf32>
}

// -----

// a0[torch.arange(3), a1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3xf32> {janus.result = 0 : i64}
// CHECK: nn.iota
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
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.add
// CHECK: nn.reshape
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.arange"(%c3, %none, %c1, %none, %none, %false) : (!imperative.int, !imperative.none, !imperative.int, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<3xi64>
  %1 = imperative.build_tuple(%0, %a1) : (!imperative.tensor<3xi64>, !imperative.tensor<?xi64>) -> !imperative.tuple<!imperative.tensor<3xi64>, !imperative.tensor<?xi64>>
  %2 = imperative.library_call "torch.Tensor.__getitem__"(%a0, %1) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.tensor<3xi64>, !imperative.tensor<?xi64>>) -> !imperative.tensor<3xf32>
  imperative.return %2 : !imperative.tensor<3xf32>
}

// -----

// a0[:, a1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
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
// CHECK: nn.index_select
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%0, %a1) : (!imperative.slice, !imperative.tensor<?xi64>) -> !imperative.tuple<!imperative.slice, !imperative.tensor<?xi64>>
  %2 = imperative.library_call "torch.Tensor.__getitem__"(%a0, %1) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.slice, !imperative.tensor<?xi64>>) -> !imperative.tensor<?x?xf32>
  imperative.return %2 : !imperative.tensor<?x?xf32>
}

// -----

// a0[a1].clone()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi1>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.__getitem__"(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?xi1>) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.Tensor.clone"(%0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

// -----

// a0[a1, 1].clone()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi1>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.build_tuple(%a1, %c1) : (!imperative.tensor<?xi1>, !imperative.int) -> !imperative.tuple<!imperative.tensor<?xi1>, !imperative.int>
  %1 = imperative.library_call "torch.Tensor.__getitem__"(%a0, %0) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.tensor<?xi1>, !imperative.int>) -> !imperative.tensor<?xf32>
  %2 = imperative.library_call "torch.Tensor.clone"(%1, %none) : (!imperative.tensor<?xf32>, !imperative.none) -> !imperative.tensor<?xf32>
  imperative.return %2 : !imperative.tensor<?xf32>
}

// -----

// a0[..., :2].clone()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: nn.slice
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi1>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %const = imperative.constant #imperative.ellipsis -> !imperative.object
  %none = imperative.constant #imperative.none -> !imperative.none
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.build_slice %none, %c2, %none : (!imperative.none, !imperative.int, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%const, %0) : (!imperative.object, !imperative.slice) -> !imperative.tuple<!imperative.object, !imperative.slice>
  %2 = imperative.library_call "torch.Tensor.__getitem__"(%a0, %1) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.object, !imperative.slice>) -> !imperative.tensor<?x2xf32>
  %3 = imperative.library_call "torch.Tensor.clone"(%2, %none) : (!imperative.tensor<?x2xf32>, !imperative.none) -> !imperative.tensor<?x2xf32>
  imperative.return %3 : !imperative.tensor<?x2xf32>
}

// -----

// a0[a1, 1:].clone()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.index_select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?xi1>) -> !imperative.tensor<?x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.build_slice %c1, %none, %none : (!imperative.int, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%a1, %0) : (!imperative.tensor<?xi1>, !imperative.slice) -> !imperative.tuple<!imperative.tensor<?xi1>, !imperative.slice>
  %2 = imperative.library_call "torch.Tensor.__getitem__"(%a0, %1) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.tensor<?xi1>, !imperative.slice>) -> !imperative.tensor<?x3xf32>
  %3 = imperative.library_call "torch.Tensor.clone"(%2, %none) : (!imperative.tensor<?x3xf32>, !imperative.none) -> !imperative.tensor<?x3xf32>
  imperative.return %3 : !imperative.tensor<?x3xf32>
}

// -----

// a0[:, a1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: nn.reshape
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: nn.nonzero
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.index_select
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x3x4xf32>, %a1: !imperative.tensor<?x4xi1>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %1 = imperative.build_tuple(%0, %a1) : (!imperative.slice, !imperative.tensor<?x4xi1>) -> !imperative.tuple<!imperative.slice, !imperative.tensor<?x4xi1>>
  %2 = imperative.library_call "torch.Tensor.__getitem__"(%a0, %1) : (!imperative.tensor<?x3x4xf32>, !imperative.tuple<!imperative.slice, !imperative.tensor<?x4xi1>>) -> !imperative.tensor<?x?xf32>
  imperative.return %2 : !imperative.tensor<?x?xf32>
}

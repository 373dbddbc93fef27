// RUN: janus-opt %s --janus-functionalize --split-input-file --verify-diagnostics | FileCheck %s

// Rows that are known to be apart: as good as tensors of their own.
// CHECK-LABEL: func.func @apart(
// CHECK: nn.slice_scatter
imperative.func @apart(%x: !imperative.tensor<4x3xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %a = imperative.library_call "torch.Tensor.__getitem__"(%x, %0) : (!imperative.tensor<4x3xf32>, !imperative.int) -> !imperative.tensor<3xf32>
  %b = imperative.library_call "torch.Tensor.__getitem__"(%x, %1) : (!imperative.tensor<4x3xf32>, !imperative.int) -> !imperative.tensor<3xf32>
  %r = imperative.library_call "torch.Tensor.add_"(%a, %b, %1) : (!imperative.tensor<3xf32>, !imperative.tensor<3xf32>, !imperative.int) -> !imperative.tensor<3xf32>
  %none = imperative.constant #imperative.none -> !imperative.none
  imperative.return %none : !imperative.none
}

// Two rows that are one of each: the same one, or apart.
// CHECK-LABEL: func.func @places(
// CHECK: nn.slice_scatter
imperative.func @places(%x: !imperative.tensor<4x3xf32>, %i: !imperative.int, %j: !imperative.int) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>, #imperative.param<"i", positional>, #imperative.param<"j", positional>]} {
  %b = imperative.library_call "torch.Tensor.__getitem__"(%x, %j) : (!imperative.tensor<4x3xf32>, !imperative.int) -> !imperative.tensor<3xf32>
  %none = imperative.library_call "torch.Tensor.__setitem__"(%x, %i, %b) : (!imperative.tensor<4x3xf32>, !imperative.int, !imperative.tensor<3xf32>) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

imperative.func @parts(%x: !imperative.tensor<4x3xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %a = imperative.library_call "torch.Tensor.__getitem__"(%x, %0) : (!imperative.tensor<4x3xf32>, !imperative.int) -> !imperative.tensor<3xf32>
  // expected-error @below {{not native: torch.Tensor.sub_() with a tensor that may share a part of the memory that is written}}
  %r = imperative.library_call "torch.Tensor.sub_"(%x, %a, %1) : (!imperative.tensor<4x3xf32>, !imperative.tensor<3xf32>, !imperative.int) -> !imperative.tensor<4x3xf32>
  %none = imperative.constant #imperative.none -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

// Where the key gives no view nothing is known of the places that are written.
imperative.func @mask(%x: !imperative.tensor<3xf32>, %mask: !imperative.tensor<3xi1>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>, #imperative.param<"mask", positional>]} {
  // expected-error @below {{not native}}
  %none = imperative.library_call "torch.Tensor.__setitem__"(%x, %mask, %x) : (!imperative.tensor<3xf32>, !imperative.tensor<3xi1>, !imperative.tensor<3xf32>) -> !imperative.none
  imperative.return %none : !imperative.none
}

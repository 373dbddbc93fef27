// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// A view of an argument is described by the calls that make it.
// CHECK: func.func @column
// CHECK-SAME: janus.output = "{\22calls\22:[{\22call\22:\22torch.Tensor.__getitem__\22,\22element\22:null,\22operands\22:[{\22tuple\22:[{\22slice\22:[null,null,null]},0]}]}],\22view\22:{\22arg\22:\22x\22}}"
imperative.func @column(%x: !imperative.tensor<2x3xf32>) -> !imperative.tensor<2xf32> attributes {entry, params = [#imperative.param<"x", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %slice = imperative.build_slice %none, %none, %none : (!imperative.none, !imperative.none, !imperative.none) -> !imperative.slice
  %key = imperative.build_tuple(%slice, %0) : (!imperative.slice, !imperative.int) -> !imperative.tuple<!imperative.slice, !imperative.int>
  %y = imperative.library_call "torch.Tensor.__getitem__"(%x, %key) : (!imperative.tensor<2x3xf32>, !imperative.tuple<!imperative.slice, !imperative.int>) -> !imperative.tensor<2xf32>
  imperative.return %y : !imperative.tensor<2xf32>
}

// -----

// What is a part of a larger tensor here is one for the caller, too.
// CHECK: func.func @parts
// CHECK-SAME: -> (tensor<1x4xf32> {janus.result = 0 : i64})
// CHECK-SAME: janus.output = "{\22tuple\22:[{\22calls\22:[{\22call\22:\22torch.chunk\22,\22element\22:0,\22operands\22:[2,1]}],\22view\22:{\22result\22:0}},{\22calls\22:[{\22call\22:\22torch.chunk\22,\22element\22:1,\22operands\22:[2,1]}],\22view\22:{\22result\22:0}}]}"
imperative.func @parts(%x: !imperative.tensor<1x4xf32>) -> !imperative.tuple<!imperative.tensor<1x2xf32>, !imperative.tensor<1x2xf32>> attributes {entry, no_grad, params = [#imperative.param<"x", positional>]} {
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %2 = imperative.constant 2 : i64 -> !imperative.int
  %y = imperative.library_call "torch.relu"(%x) : (!imperative.tensor<1x4xf32>) -> !imperative.tensor<1x4xf32>
  %parts = imperative.library_call "torch.chunk"(%y, %2, %1) : (!imperative.tensor<1x4xf32>, !imperative.int, !imperative.int) -> !imperative.tuple<!imperative.tensor<1x2xf32>, !imperative.tensor<1x2xf32>>
  imperative.return %parts : !imperative.tuple<!imperative.tensor<1x2xf32>, !imperative.tensor<1x2xf32>>
}

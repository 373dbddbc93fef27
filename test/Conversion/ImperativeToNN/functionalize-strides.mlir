// RUN: janus-opt %s --janus-functionalize=strides=true --split-input-file | FileCheck %s

// Strides that only a run shows are a result of their own: here those that PyTorch's TensorIterator gives.
// CHECK: func.func @elementwise(%[[X:.*]]: tensor<?x3xf32> {janus.arg = "x"})
// CHECK-SAME: -> (tensor<3x?xf32> {janus.result = 0 : i64}, tensor<2xi64> {janus.result = 1 : i64})
// CHECK-SAME: janus.output = "{\22result\22:0,\22strides\22:1}"
imperative.func @elementwise(%x: !imperative.tensor<?x3xf32>) -> !imperative.tensor<3x?xf32> attributes {entry, no_grad, params = [#imperative.param<"x", positional>]} {
  %y = imperative.library_call "torch.t"(%x) : (!imperative.tensor<?x3xf32>) -> !imperative.tensor<3x?xf32>
  %r = imperative.library_call "torch.exp"(%y) : (!imperative.tensor<3x?xf32>) -> !imperative.tensor<3x?xf32>
  imperative.return %r : !imperative.tensor<3x?xf32>
}

// -----

// Those that are known are constants: rows of a transposed matrix keep its order.
// CHECK: func.func @rows
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : i64
// CHECK-DAG: %[[TWELVE:.*]] = arith.constant 12 : i64
// CHECK: %[[STRIDES:.*]] = tensor.from_elements %[[TWELVE]], %[[ONE]], %[[THREE]]
// CHECK: return %{{.*}}, %[[STRIDES]]
imperative.func @rows(%x: !imperative.tensor<4x3x2xf32>, %index: !imperative.tensor<2xi64>) -> !imperative.tensor<2x3x4xf32> attributes {entry, no_grad, params = [#imperative.param<"x", positional>, #imperative.param<"index", positional>]} {
  %order = imperative.constant [2, 1, 0] -> !imperative.tuple<!imperative.int, !imperative.int, !imperative.int>
  %y = imperative.library_call "torch.permute"(%x, %order) : (!imperative.tensor<4x3x2xf32>, !imperative.tuple<!imperative.int, !imperative.int, !imperative.int>) -> !imperative.tensor<2x3x4xf32>
  %r = imperative.library_call "torch.Tensor.__getitem__"(%y, %index) : (!imperative.tensor<2x3x4xf32>, !imperative.tensor<2xi64>) -> !imperative.tensor<2x3x4xf32>
  imperative.return %r : !imperative.tensor<2x3x4xf32>
}

// -----

// Branches hand on the strides beside the tensors.
// CHECK: func.func @branches(%[[X:.*]]: tensor<?x3xf32> {janus.arg = "x"}, %[[C:.*]]: i1 {janus.arg = "c"})
// CHECK: %[[R:.*]]:3 = scf.if %[[C]] -> (tensor<3x?xf32>, i64, i64)
// CHECK: %[[STRIDES:.*]] = tensor.from_elements %[[R]]#1, %[[R]]#2 : tensor<2xi64>
// CHECK: return %[[R]]#0, %[[STRIDES]]
imperative.func @branches(%x: !imperative.tensor<?x3xf32>, %c: !imperative.bool) -> !imperative.tensor<3x?xf32> attributes {entry, no_grad, params = [#imperative.param<"x", positional>, #imperative.param<"c", positional>]} {
  %e = imperative.library_call "torch.exp"(%x) : (!imperative.tensor<?x3xf32>) -> !imperative.tensor<?x3xf32>
  %t = imperative.library_call "torch.t"(%e) : (!imperative.tensor<?x3xf32>) -> !imperative.tensor<3x?xf32>
  %r = imperative.if %c -> !imperative.tensor<3x?xf32> {
    imperative.yield %t : !imperative.tensor<3x?xf32>
  } else {
    %n = imperative.library_call "torch.neg"(%t) : (!imperative.tensor<3x?xf32>) -> !imperative.tensor<3x?xf32>
    imperative.yield %n : !imperative.tensor<3x?xf32>
  }
  imperative.return %r : !imperative.tensor<3x?xf32>
}

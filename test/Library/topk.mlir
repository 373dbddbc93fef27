// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.topk(a0, 3)[0]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3xf32> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: nn.gather
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.compare
// CHECK: nn.isnan
// CHECK: nn.isnan
// CHECK: nn.and
// CHECK: nn.bitwise_not
// CHECK: nn.and
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpvz_2otys/m.py":5:1)) -> !imperative.tensor<?x3xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %c-1 = imperative.constant -1 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %0 = imperative.library_call "torch.topk"(%a0, %c3, %c-1, %true, %true) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x3xf32>, !imperative.tensor<?x3xi64>>
  %1 = imperative.get_item %0[%c0] : (!imperative.tuple<!imperative.tensor<?x3xf32>, !imperative.tensor<?x3xi64>>, !imperative.int) -> !imperative.tensor<?x3xf32>
  imperative.return %1 : !imperative.tensor<?x3xf32>
}

// -----

// torch.topk(a0, 2, 0, largest=False)[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x4xi64> {janus.result = 0 : i64}
// CHECK: nn.argsort
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: nn.gather
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.compare
// CHECK: nn.isnan
// CHECK: nn.isnan
// CHECK: nn.and
// CHECK: nn.bitwise_not
// CHECK: nn.and
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: nn.slice
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmph0ovlvhk/m.py":5:1)) -> !imperative.tensor<2x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %true = imperative.constant true -> !imperative.bool
  %0 = imperative.library_call "torch.topk"(%a0, %c2, %c0, %false, %true) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<2x4xf32>, !imperative.tensor<2x4xi64>>
  %1 = imperative.get_item %0[%c1] : (!imperative.tuple<!imperative.tensor<2x4xf32>, !imperative.tensor<2x4xi64>>, !imperative.int) -> !imperative.tensor<2x4xi64>
  imperative.return %1 : !imperative.tensor<2x4xi64>
}

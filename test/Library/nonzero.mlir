// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nonzero(a0).contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xi64> {janus.result = 0 : i64}
// CHECK: nn.cast
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
imperative.func @sample(%a0: !imperative.tensor<?x4xi64> loc("/tmp/tmpnwvmiztl/m.py":5:1)) -> !imperative.tensor<?x2xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nonzero"(%a0, %false) : (!imperative.tensor<?x4xi64>, !imperative.bool) -> !imperative.tensor<?x2xi64>
  %1 = imperative.library_call "torch.Tensor.contiguous"(%0, %none) : (!imperative.tensor<?x2xi64>, !imperative.none) -> !imperative.tensor<?x2xi64>
  imperative.return %1 : !imperative.tensor<?x2xi64>
}

// -----

// torch.nonzero(a0 > 0, as_tuple=True)[1] + 1
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xi64> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.cast
// CHECK: nn.sum
// CHECK: tensor.extract
// CHECK: nn.nonzero
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpc_p10jwk/m.py":5:1)) -> !imperative.tensor<?xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.gt"(%a0, %c0) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xi1>
  %1 = imperative.library_call "torch.nonzero"(%0, %true) : (!imperative.tensor<?x4xi1>, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?xi64>>
  %2 = imperative.get_item %1[%c1] : (!imperative.tuple<!imperative.tensor<?xi64>, !imperative.tensor<?xi64>>, !imperative.int) -> !imperative.tensor<?xi64>
  %3 = imperative.library_call "torch.add"(%2, %c1, %c1) : (!imperative.tensor<?xi64>, !imperative.int, !imperative.int) -> !imperative.tensor<?xi64>
  imperative.return %3 : !imperative.tensor<?xi64>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.from_numpy(a0.numpy() + 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.isnan
// CHECK: nn.isinf
// CHECK: nn.or
// CHECK: nn.bitwise_not
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp1cw1_b6f/m.py":6:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "numpy.add"(%0, %c1) : (!imperative.tensor<?x4xf32, numpy>, !imperative.int) -> !imperative.tensor<?x4xf32, numpy>
  %2 = imperative.library_call "torch.from_numpy"(%1, %none, %none) : (!imperative.tensor<?x4xf32, numpy>, !imperative.none, !imperative.none) -> !imperative.tensor<?x4xf32>
  imperative.return %2 : !imperative.tensor<?x4xf32>
}

// -----

// torch.as_tensor(a0.numpy(), dtype=torch.int64)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi64> {janus.result = 0 : i64}
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpjty8fzff/m.py":6:1)) -> !imperative.tensor<?x4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %int64 = imperative.constant #imperative.builtin<"torch.int64"> -> !imperative.function<#imperative.builtin<"torch.int64">>
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "torch.from_numpy"(%0, %int64, %none) : (!imperative.tensor<?x4xf32, numpy>, !imperative.function<#imperative.builtin<"torch.int64">>, !imperative.none) -> !imperative.tensor<?x4xi64>
  imperative.return %1 : !imperative.tensor<?x4xi64>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// np.add(a0.numpy(), a1.numpy())
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.add
// CHECK: nn.isnan
// CHECK: nn.isinf
// CHECK: nn.or
// CHECK: nn.bitwise_not
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmploqm_4w4/m.py":6:1), %a1: !imperative.tensor<?x4xf32> loc("/tmp/tmploqm_4w4/m.py":6:1)) -> !imperative.tensor<?x4xf32, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "torch.Tensor.numpy"(%a1) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %2 = imperative.library_call "numpy.add"(%0, %1) : (!imperative.tensor<?x4xf32, numpy>, !imperative.tensor<?x4xf32, numpy>) -> !imperative.tensor<?x4xf32, numpy>
  imperative.return %2 : !imperative.tensor<?x4xf32, numpy>
}

// -----

// np.add(a0.numpy(), 2)
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
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmp9gjxx296/m.py":6:1)) -> !imperative.tensor<?x4xf32, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "numpy.add"(%0, %c2) : (!imperative.tensor<?x4xf32, numpy>, !imperative.int) -> !imperative.tensor<?x4xf32, numpy>
  imperative.return %1 : !imperative.tensor<?x4xf32, numpy>
}

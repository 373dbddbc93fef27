// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.batch_norm(a0, a1, a2, a3, a4)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x6x6xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.batch_norm
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>, %a1: !imperative.tensor<?xf32>, %a2: !imperative.tensor<?xf32>, %a3: !imperative.tensor<?xf32>, %a4: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4x6x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>, #imperative.param<"a3", positional>, #imperative.param<"a4", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %float = imperative.constant 1.000000e-01 : f64 -> !imperative.float
  %float_0 = imperative.constant 1.000000e-05 : f64 -> !imperative.float
  %0 = imperative.library_call "torch.nn.functional.batch_norm"(%a0, %a1, %a2, %a3, %a4, %false, %float, %float_0) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.bool, !imperative.float, !imperative.float) -> !imperative.tensor<?x4x6x6xf32>
  imperative.return %0 : !imperative.tensor<?x4x6x6xf32>
}

// -----

// torch.nn.functional.batch_norm(a0, a1.clone(), a2.clone(), a3, a4, training=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x6x6xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.batch_norm_training
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.mul
// CHECK: nn.add
// CHECK: nn.detach
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.div
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.mul
// CHECK: nn.add
// CHECK: nn.detach
// CHECK: tensor.cast
// CHECK: tensor.cast
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>, %a1: !imperative.tensor<?xf32>, %a2: !imperative.tensor<?xf32>, %a3: !imperative.tensor<?xf32>, %a4: !imperative.tensor<?xf32>) -> !imperative.tensor<?x4x6x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>, #imperative.param<"a3", positional>, #imperative.param<"a4", positional>]} {
  %float = imperative.constant 1.000000e-05 : f64 -> !imperative.float
  %float_0 = imperative.constant 1.000000e-01 : f64 -> !imperative.float
  %true = imperative.constant true -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.clone"(%a1, %none) : (!imperative.tensor<?xf32>, !imperative.none) -> !imperative.tensor<?xf32>
  %1 = imperative.library_call "torch.Tensor.clone"(%a2, %none) : (!imperative.tensor<?xf32>, !imperative.none) -> !imperative.tensor<?xf32>
  %2 = imperative.library_call "torch.nn.functional.batch_norm"(%a0, %0, %1, %a3, %a4, %true, %float_0, %float) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>, !imperative.bool, !imperative.float, !imperative.float) -> !imperative.tensor<?x4x6x6xf32>
  imperative.return %2 : !imperative.tensor<?x4x6x6xf32>
}

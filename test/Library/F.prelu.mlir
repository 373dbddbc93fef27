// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.prelu(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x6x6xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.mul
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32> loc("/tmp/tmpyvr62das/m.py":6:1), %a1: !imperative.tensor<?xf32> loc("/tmp/tmpyvr62das/m.py":6:1)) -> !imperative.tensor<?x4x6x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.nn.functional.prelu"(%a0, %a1) : (!imperative.tensor<?x4x6x6xf32>, !imperative.tensor<?xf32>) -> !imperative.tensor<?x4x6x6xf32>
  imperative.return %0 : !imperative.tensor<?x4x6x6xf32>
}

// -----

// torch.nn.functional.prelu(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.broadcast_to
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.mul
// CHECK: nn.select
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmprhz9gen3/m.py":6:1), %a1: !imperative.tensor<1xf32> loc("/tmp/tmprhz9gen3/m.py":6:1)) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.nn.functional.prelu"(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<1xf32>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

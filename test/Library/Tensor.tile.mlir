// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.tile(2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x8xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x8xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %const = imperative.constant [2] -> !imperative.tuple<!imperative.int>
  %0 = imperative.library_call "torch.Tensor.tile"(%a0, %const) : (!imperative.tensor<?x4xf32>, !imperative.tuple<!imperative.int>) -> !imperative.tensor<?x8xf32>
  imperative.return %0 : !imperative.tensor<?x8xf32>
}

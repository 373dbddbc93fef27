// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.aminmax(a0, dim=1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.amin
// CHECK: nn.amax
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xf32>> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.aminmax"(%a0, %c1, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xf32>>
  imperative.return %0 : !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xf32>>
}

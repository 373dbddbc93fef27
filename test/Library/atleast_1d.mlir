// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.atleast_1d(a0, a1)[0] * 2
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
imperative.func @sample(%a0: !imperative.tensor<?xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.build_tuple(%a0, %a1) : (!imperative.tensor<?xf32>, !imperative.tensor<?x4xf32>) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?x4xf32>>
  %1 = imperative.library_call "torch.atleast_1d"(%0) : (!imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?x4xf32>>) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?x4xf32>>
  %2 = imperative.get_item %1[%c0] : (!imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?x4xf32>>, !imperative.int) -> !imperative.tensor<?xf32>
  %3 = imperative.library_call "torch.mul"(%2, %c2) : (!imperative.tensor<?xf32>, !imperative.int) -> !imperative.tensor<?xf32>
  imperative.return %3 : !imperative.tensor<?xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.meshgrid(a0 * 1, a1 * 1, indexing='xy')[0].contiguous()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x?xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
imperative.func @sample(%a0: !imperative.tensor<?xf32>, %a1: !imperative.tensor<?xf32>) -> !imperative.tensor<?x?xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %str = imperative.constant "xy" -> !imperative.str
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.mul"(%a0, %c1) : (!imperative.tensor<?xf32>, !imperative.int) -> !imperative.tensor<?xf32>
  %1 = imperative.library_call "torch.mul"(%a1, %c1) : (!imperative.tensor<?xf32>, !imperative.int) -> !imperative.tensor<?xf32>
  %2 = imperative.build_tuple(%0, %1) : (!imperative.tensor<?xf32>, !imperative.tensor<?xf32>) -> !imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xf32>>
  %3 = imperative.library_call "torch.meshgrid"(%2, %str) : (!imperative.tuple<!imperative.tensor<?xf32>, !imperative.tensor<?xf32>>, !imperative.str) -> !imperative.tuple<!imperative.tensor<?x?xf32>, !imperative.tensor<?x?xf32>>
  %4 = imperative.get_item %3[%c0] : (!imperative.tuple<!imperative.tensor<?x?xf32>, !imperative.tensor<?x?xf32>>, !imperative.int) -> !imperative.tensor<?x?xf32>
  %5 = imperative.library_call "torch.Tensor.contiguous"(%4, %none) : (!imperative.tensor<?x?xf32>, !imperative.none) -> !imperative.tensor<?x?xf32>
  imperative.return %5 : !imperative.tensor<?x?xf32>
}

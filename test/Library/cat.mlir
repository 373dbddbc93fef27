// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.cat([a0, a1], 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x8xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x8xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.build_list(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>) -> !imperative.list<!imperative.tensor<?x4xf32>>
  %1 = imperative.library_call "torch.cat"(%0, %c1) : (!imperative.list<!imperative.tensor<?x4xf32>>, !imperative.int) -> !imperative.tensor<?x8xf32>
  imperative.return %1 : !imperative.tensor<?x8xf32>
}

// -----

// torch.cat((a0, a1))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.build_tuple(%a0, %a1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>) -> !imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>>
  %1 = imperative.library_call "torch.cat"(%0, %c0) : (!imperative.tuple<!imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

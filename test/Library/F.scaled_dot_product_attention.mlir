// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.nn.functional.scaled_dot_product_attention(a0, a1, a2, is_causal=True)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x3x5x4xf32> {janus.result = 0 : i64}
// CHECK: nn.permute
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.matmul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.iota
// CHECK: nn.reshape
// CHECK: nn.iota
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.broadcast_to
// CHECK: nn.select
// CHECK: nn.softmax
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.matmul
imperative.func @sample(%a0: !imperative.tensor<?x3x5x4xf32>, %a1: !imperative.tensor<?x3x5x4xf32>, %a2: !imperative.tensor<?x3x5x4xf32>) -> !imperative.tensor<?x3x5x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %true = imperative.constant true -> !imperative.bool
  %none = imperative.constant #imperative.none -> !imperative.none
  %float = imperative.constant 0.000000e+00 : f64 -> !imperative.float
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.nn.functional.scaled_dot_product_attention"(%a0, %a1, %a2, %none, %float, %true, %none, %false) : (!imperative.tensor<?x3x5x4xf32>, !imperative.tensor<?x3x5x4xf32>, !imperative.tensor<?x3x5x4xf32>, !imperative.none, !imperative.float, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<?x3x5x4xf32>
  imperative.return %0 : !imperative.tensor<?x3x5x4xf32>
}

// -----

// torch.nn.functional.scaled_dot_product_attention(a0, a1, a1, a2 > -9)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x5x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.permute
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.matmul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.mul
// CHECK: nn.any
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.broadcast_to
// CHECK: nn.select
// CHECK: nn.softmax
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.matmul
imperative.func @sample(%a0: !imperative.tensor<?x5x4xf32>, %a1: !imperative.tensor<?x6x4xf32>, %a2: !imperative.tensor<?x6xf32>) -> !imperative.tensor<?x5x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %float = imperative.constant 0.000000e+00 : f64 -> !imperative.float
  %c-9 = imperative.constant -9 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.gt"(%a2, %c-9) : (!imperative.tensor<?x6xf32>, !imperative.int) -> !imperative.tensor<?x6xi1>
  %1 = imperative.library_call "torch.nn.functional.scaled_dot_product_attention"(%a0, %a1, %a1, %0, %float, %false, %none, %false) : (!imperative.tensor<?x5x4xf32>, !imperative.tensor<?x6x4xf32>, !imperative.tensor<?x6x4xf32>, !imperative.tensor<?x6xi1>, !imperative.float, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<?x5x4xf32>
  imperative.return %1 : !imperative.tensor<?x5x4xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// 2 ** a0
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.pow
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %number = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.Tensor.__rpow__"(%a0, %number) : (!imperative.tensor<?x4xf32>, !imperative.int) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

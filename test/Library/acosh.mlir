// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.acosh(a0 + 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.acosh
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.add"(%a0, %c1, %c1) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.int) -> !imperative.tensor<?x4xf32>
  %1 = imperative.library_call "torch.acosh"(%0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  imperative.return %1 : !imperative.tensor<?x4xf32>
}

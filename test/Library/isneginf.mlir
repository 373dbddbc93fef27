// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.isneginf(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi1> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xi1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.isneginf"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xi1>
  imperative.return %0 : !imperative.tensor<?x4xi1>
}

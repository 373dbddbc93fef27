// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// a0.short()
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi16> {janus.result = 0 : i64}
// CHECK: nn.cast
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xi16> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %0 = imperative.library_call "torch.Tensor.short"(%a0, %none) : (!imperative.tensor<?x4xf32>, !imperative.none) -> !imperative.tensor<?x4xi16>
  imperative.return %0 : !imperative.tensor<?x4xi16>
}

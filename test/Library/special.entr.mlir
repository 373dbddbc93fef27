// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.special.entr(a0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.neg
// CHECK: nn.log
// CHECK: nn.mul
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.select
// CHECK: nn.select
// CHECK: nn.log
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.neg
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.library_call "torch.special.entr"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32>
  imperative.return %0 : !imperative.tensor<?x4xf32>
}

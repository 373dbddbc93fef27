// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.equal(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (i1 {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.compare
// CHECK: nn.all
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>, %a1: !imperative.tensor<?x4xi64>) -> !imperative.bool attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %0 = imperative.library_call "torch.equal"(%a0, %a1) : (!imperative.tensor<?x4xi64>, !imperative.tensor<?x4xi64>) -> !imperative.bool
  imperative.return %0 : !imperative.bool
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.take_along_dim(a0, a1, 1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.add
// CHECK: nn.select
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: janus.assume
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x2xi64>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.take_along_dim"(%a0, %a1, %c1) : (!imperative.tensor<?x4xf32>, !imperative.tensor<?x2xi64>, !imperative.int) -> !imperative.tensor<?x2xf32>
  imperative.return %0 : !imperative.tensor<?x2xf32>
}

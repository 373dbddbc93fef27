// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.gather(a0, 1, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2xf32> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: janus.assume
// CHECK: nn.full
// CHECK: nn.full
// CHECK: tensor.dim
// CHECK: tensor.dim
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.add
// CHECK: nn.select
// CHECK: nn.compare
// CHECK: nn.compare
// CHECK: nn.and
// CHECK: nn.all
// CHECK: tensor.extract
// CHECK: janus.assume
// CHECK: nn.gather
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>, %a1: !imperative.tensor<?x2xi64>) -> !imperative.tensor<?x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.gather"(%a0, %c1, %a1, %false) : (!imperative.tensor<?x4xf32>, !imperative.int, !imperative.tensor<?x2xi64>, !imperative.bool) -> !imperative.tensor<?x2xf32>
  imperative.return %0 : !imperative.tensor<?x2xf32>
}

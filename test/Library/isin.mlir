// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.isin(a0, a1)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi1> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.broadcast_to
// CHECK: nn.broadcast_to
// CHECK: nn.compare
// CHECK: nn.any
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>, %a1: !imperative.tensor<?xi64>) -> !imperative.tensor<?x4xi1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.isin"(%a0, %a1, %false, %false) : (!imperative.tensor<?x4xi64>, !imperative.tensor<?xi64>, !imperative.bool, !imperative.bool) -> !imperative.tensor<?x4xi1>
  imperative.return %0 : !imperative.tensor<?x4xi1>
}

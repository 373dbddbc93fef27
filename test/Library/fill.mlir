// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.fill(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi1> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample(%a0: !imperative.tensor<?x4xi1>) -> !imperative.tensor<?x4xi1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.fill"(%a0, %c2) : (!imperative.tensor<?x4xi1>, !imperative.int) -> !imperative.tensor<?x4xi1>
  imperative.return %0 : !imperative.tensor<?x4xi1>
}

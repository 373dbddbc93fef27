// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.count_nonzero(a0, 0)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4xi64> {janus.result = 0 : i64}
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.compare
// CHECK: nn.cast
// CHECK: nn.sum
imperative.func @sample(%a0: !imperative.tensor<?x4xi64>) -> !imperative.tensor<4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.count_nonzero"(%a0, %c0) : (!imperative.tensor<?x4xi64>, !imperative.int) -> !imperative.tensor<4xi64>
  imperative.return %0 : !imperative.tensor<4xi64>
}

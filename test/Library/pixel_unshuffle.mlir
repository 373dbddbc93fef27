// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.pixel_unshuffle(a0, 3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x36x2x2xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.permute
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>) -> !imperative.tensor<?x36x2x2xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.pixel_unshuffle"(%a0, %c3) : (!imperative.tensor<?x4x6x6xf32>, !imperative.int) -> !imperative.tensor<?x36x2x2xf32>
  imperative.return %0 : !imperative.tensor<?x36x2x2xf32>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.channel_shuffle(a0, 2)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4x6x6xf32> {janus.result = 0 : i64}
// CHECK: nn.reshape
// CHECK: nn.permute
// CHECK: nn.reshape
imperative.func @sample(%a0: !imperative.tensor<?x4x6x6xf32>) -> !imperative.tensor<?x4x6x6xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %0 = imperative.library_call "torch.channel_shuffle"(%a0, %c2) : (!imperative.tensor<?x4x6x6xf32>, !imperative.int) -> !imperative.tensor<?x4x6x6xf32>
  imperative.return %0 : !imperative.tensor<?x4x6x6xf32>
}

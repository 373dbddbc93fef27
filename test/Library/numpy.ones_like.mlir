// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// np.ones_like(a0.numpy(), dtype=np.int16)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x4xi16> {janus.result = 0 : i64}
// CHECK: tensor.dim
// CHECK: nn.full
imperative.func @sample(%a0: !imperative.tensor<?x4xf32> loc("/tmp/tmpx6tx3p9r/m.py":6:1)) -> !imperative.tensor<?x4xi16, numpy> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %int16 = imperative.constant #imperative.builtin<"numpy.int16"> -> !imperative.function<#imperative.builtin<"numpy.int16">>
  %0 = imperative.library_call "torch.Tensor.numpy"(%a0) : (!imperative.tensor<?x4xf32>) -> !imperative.tensor<?x4xf32, numpy>
  %1 = imperative.library_call "numpy.ones_like"(%0, %int16) : (!imperative.tensor<?x4xf32, numpy>, !imperative.function<#imperative.builtin<"numpy.int16">>) -> !imperative.tensor<?x4xi16, numpy>
  imperative.return %1 : !imperative.tensor<?x4xi16, numpy>
}

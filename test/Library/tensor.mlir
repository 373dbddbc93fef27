// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.tensor(((1.0, 2.0), (3.0, 4.0)))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x2xf32> {janus.result = 0 : i64}
imperative.func @sample() -> !imperative.tensor<2x2xf32> attributes {entry, no_grad, params = []} {
  %const = imperative.constant [[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]] -> !imperative.tuple<!imperative.tuple<!imperative.float, !imperative.float>, !imperative.tuple<!imperative.float, !imperative.float>>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.tensor"(%const, %none, %none, %false) : (!imperative.tuple<!imperative.tuple<!imperative.float, !imperative.float>, !imperative.tuple<!imperative.float, !imperative.float>>, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<2x2xf32>
  imperative.return %0 : !imperative.tensor<2x2xf32>
}

// -----

// torch.tensor(3)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<i64> {janus.result = 0 : i64}
// CHECK: nn.full
imperative.func @sample() -> !imperative.tensor<i64> attributes {entry, no_grad, params = []} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.tensor"(%c3, %none, %none, %false) : (!imperative.int, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<i64>
  imperative.return %0 : !imperative.tensor<i64>
}

// -----

// torch.tensor([a0], dtype=torch.float32), where a0 is a list of four floats
// CHECK-LABEL: func.func @sample
// CHECK-SAME: %[[LIST:.*]]: tensor<4xf64> {janus.arg = "a0"}
// CHECK: nn.reshape %[[LIST]] {{.*}} -> tensor<1x4xf64>
// CHECK: nn.cast {{.*}} to f32 : tensor<1x4xf64>
imperative.func @sample(%a0: !imperative.list<!imperative.float>) -> !imperative.tensor<1x?xf32> attributes {entry, no_grad, number_lists = {a0 = array<i64: 4>}, params = [#imperative.param<"a0", positional>]} {
  %0 = imperative.build_list(%a0) : (!imperative.list<!imperative.float>) -> !imperative.list<!imperative.list<!imperative.float>>
  %float32 = imperative.constant #imperative.builtin<"torch.float32"> -> !imperative.function<#imperative.builtin<"torch.float32">>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %1 = imperative.library_call "torch.tensor"(%0, %float32, %none, %false) : (!imperative.list<!imperative.list<!imperative.float>>, !imperative.function<#imperative.builtin<"torch.float32">>, !imperative.none, !imperative.bool) -> !imperative.tensor<1x?xf32>
  imperative.return %1 : !imperative.tensor<1x?xf32>
}

// -----

// torch.tensor([a0, 1])
// CHECK-LABEL: func.func @sample
// CHECK: nn.concat
// CHECK-SAME: -> tensor<2xi64>
imperative.func @sample(%a0: !imperative.int) -> !imperative.tensor<2xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %0 = imperative.build_list(%a0, %c1) : (!imperative.int, !imperative.int) -> !imperative.list<!imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %1 = imperative.library_call "torch.tensor"(%0, %none, %none, %false) : (!imperative.list<!imperative.int>, !imperative.none, !imperative.none, !imperative.bool) -> !imperative.tensor<2xi64>
  imperative.return %1 : !imperative.tensor<2xi64>
}

// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.randint(10, (4,))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<4xi64> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<4xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c10 = imperative.constant 10 : i64 -> !imperative.int
  %const = imperative.constant [4] -> !imperative.tuple<!imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.randint"(%c10, %const, %none, %none, %none, %none, %false, %none, %false) : (!imperative.int, !imperative.tuple<!imperative.int>, !imperative.none, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<4xi64>
  imperative.return %0 : !imperative.tensor<4xi64>
}

// -----

// torch.randint(-3, 5, (2, 3), dtype=torch.int8)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<2x3xi8> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<2x3xi8> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c-3 = imperative.constant -3 : i64 -> !imperative.int
  %c5 = imperative.constant 5 : i64 -> !imperative.int
  %const = imperative.constant [2, 3] -> !imperative.tuple<!imperative.int, !imperative.int>
  %int8 = imperative.constant #imperative.builtin<"torch.int8"> -> !imperative.function<#imperative.builtin<"torch.int8">>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.randint"(%c-3, %c5, %const, %none, %int8, %none, %false, %none, %false) : (!imperative.int, !imperative.int, !imperative.tuple<!imperative.int, !imperative.int>, !imperative.none, !imperative.function<#imperative.builtin<"torch.int8">>, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<2x3xi8>
  imperative.return %0 : !imperative.tensor<2x3xi8>
}

// -----

// torch.randint(0, 2, (6,), dtype=torch.bool)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<6xi1> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<6xi1> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %const = imperative.constant [6] -> !imperative.tuple<!imperative.int>
  %bool = imperative.constant #imperative.builtin<"torch.bool"> -> !imperative.function<#imperative.builtin<"torch.bool">>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.randint"(%c0, %c2, %const, %none, %bool, %none, %false, %none, %false) : (!imperative.int, !imperative.int, !imperative.tuple<!imperative.int>, !imperative.none, !imperative.function<#imperative.builtin<"torch.bool">>, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<6xi1>
  imperative.return %0 : !imperative.tensor<6xi1>
}

// -----

// torch.randint(3, 9, (7,), dtype=torch.float32)
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<7xf32> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<7xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c3 = imperative.constant 3 : i64 -> !imperative.int
  %c9 = imperative.constant 9 : i64 -> !imperative.int
  %const = imperative.constant [7] -> !imperative.tuple<!imperative.int>
  %float32 = imperative.constant #imperative.builtin<"torch.float32"> -> !imperative.function<#imperative.builtin<"torch.float32">>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.randint"(%c3, %c9, %const, %none, %float32, %none, %false, %none, %false) : (!imperative.int, !imperative.int, !imperative.tuple<!imperative.int>, !imperative.none, !imperative.function<#imperative.builtin<"torch.float32">>, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<7xf32>
  imperative.return %0 : !imperative.tensor<7xf32>
}

// -----

// torch.randint(-2**40, 2**62, (3,))
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<3xi64> {janus.result = 0 : i64}
// CHECK: nn.draw
imperative.func @sample(%a0: !imperative.tensor<?x4xf32>) -> !imperative.tensor<3xi64> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>]} {
  %c-1099511627776 = imperative.constant -1099511627776 : i64 -> !imperative.int
  %c4611686018427387904 = imperative.constant 4611686018427387904 : i64 -> !imperative.int
  %const = imperative.constant [3] -> !imperative.tuple<!imperative.int>
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.library_call "torch.randint"(%c-1099511627776, %c4611686018427387904, %const, %none, %none, %none, %false, %none, %false) : (!imperative.int, !imperative.int, !imperative.tuple<!imperative.int>, !imperative.none, !imperative.none, !imperative.none, !imperative.bool, !imperative.none, !imperative.bool) -> !imperative.tensor<3xi64>
  imperative.return %0 : !imperative.tensor<3xi64>
}

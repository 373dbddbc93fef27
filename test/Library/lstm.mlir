// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s

// torch.lstm(a0, (a1, a2), [a3, a4, a5, a6], True, 1, 0.0, False, False, True)[1]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<1x?x4xf32> {janus.result = 0 : i64}
// CHECK: nn.permute
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.lstm
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.permute
imperative.func @sample(%a0: !imperative.tensor<?x5x3xf32>, %a1: !imperative.tensor<?x2x4xf32>, %a2: !imperative.tensor<?x2x4xf32>, %a3: !imperative.tensor<?x3xf32>, %a4: !imperative.tensor<?x4xf32>, %a5: !imperative.tensor<?xf32>, %a6: !imperative.tensor<?xf32>) -> !imperative.tensor<1x?x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>, #imperative.param<"a3", positional>, #imperative.param<"a4", positional>, #imperative.param<"a5", positional>, #imperative.param<"a6", positional>]} {
  %false = imperative.constant false -> !imperative.bool
  %float = imperative.constant 0.000000e+00 : f64 -> !imperative.float
  %c1 = imperative.constant 1 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %0 = imperative.build_tuple(%a1, %a2) : (!imperative.tensor<?x2x4xf32>, !imperative.tensor<?x2x4xf32>) -> !imperative.tuple<!imperative.tensor<?x2x4xf32>, !imperative.tensor<?x2x4xf32>>
  %1 = imperative.build_list(%a3, %a4, %a5, %a6) : (!imperative.tensor<?x3xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?xf32>, !imperative.tensor<?xf32>) -> !imperative.list<!imperative.tensor<*xf32>>
  %2 = imperative.library_call "torch.lstm"(%a0, %0, %1, %true, %c1, %float, %false, %false, %true) : (!imperative.tensor<?x5x3xf32>, !imperative.tuple<!imperative.tensor<?x2x4xf32>, !imperative.tensor<?x2x4xf32>>, !imperative.list<!imperative.tensor<*xf32>>, !imperative.bool, !imperative.int, !imperative.float, !imperative.bool, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x5x4xf32>, !imperative.tensor<1x?x4xf32>, !imperative.tensor<1x?x4xf32>>
  %3 = imperative.get_item %2[%c1] : (!imperative.tuple<!imperative.tensor<?x5x4xf32>, !imperative.tensor<1x?x4xf32>, !imperative.tensor<1x?x4xf32>>, !imperative.int) -> !imperative.tensor<1x?x4xf32>
  imperative.return %3 : !imperative.tensor<1x?x4xf32>
}

// -----

// torch.lstm(a0, (a1, a1), [a2, a3, a4, a5], False, 2, 0.5, True, False, False)[0]
// CHECK-LABEL: func.func @sample
// CHECK-SAME: -> (tensor<?x2x4xf32> {janus.result = 0 : i64}
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.lstm
// CHECK: janus.assume
// CHECK: nn.draw
// CHECK: nn.full
// CHECK: nn.full
// CHECK: nn.div
// CHECK: janus.assume
// CHECK: janus.assume
// CHECK: nn.mul
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.slice
// CHECK: nn.reshape
// CHECK: nn.lstm
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.concat
// CHECK: nn.reshape
// CHECK: nn.reshape
// CHECK: nn.concat
imperative.func @sample(%a0: !imperative.tensor<?x2x3xf32>, %a1: !imperative.tensor<?x2x4xf32>, %a2: !imperative.tensor<?x3xf32>, %a3: !imperative.tensor<?x4xf32>, %a4: !imperative.tensor<?x4xf32>, %a5: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2x4xf32> attributes {entry, no_grad, params = [#imperative.param<"a0", positional>, #imperative.param<"a1", positional>, #imperative.param<"a2", positional>, #imperative.param<"a3", positional>, #imperative.param<"a4", positional>, #imperative.param<"a5", positional>]} {
  %c0 = imperative.constant 0 : i64 -> !imperative.int
  %true = imperative.constant true -> !imperative.bool
  %float = imperative.constant 5.000000e-01 : f64 -> !imperative.float
  %c2 = imperative.constant 2 : i64 -> !imperative.int
  %false = imperative.constant false -> !imperative.bool
  %0 = imperative.build_tuple(%a1, %a1) : (!imperative.tensor<?x2x4xf32>, !imperative.tensor<?x2x4xf32>) -> !imperative.tuple<!imperative.tensor<?x2x4xf32>, !imperative.tensor<?x2x4xf32>>
  %1 = imperative.build_list(%a2, %a3, %a4, %a5) : (!imperative.tensor<?x3xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>, !imperative.tensor<?x4xf32>) -> !imperative.list<!imperative.tensor<?x?xf32>>
  %2 = imperative.library_call "torch.lstm"(%a0, %0, %1, %false, %c2, %float, %true, %false, %false) : (!imperative.tensor<?x2x3xf32>, !imperative.tuple<!imperative.tensor<?x2x4xf32>, !imperative.tensor<?x2x4xf32>>, !imperative.list<!imperative.tensor<?x?xf32>>, !imperative.bool, !imperative.int, !imperative.float, !imperative.bool, !imperative.bool, !imperative.bool) -> !imperative.tuple<!imperative.tensor<?x2x4xf32>, !imperative.tensor<2x2x4xf32>, !imperative.tensor<2x2x4xf32>>
  %3 = imperative.get_item %2[%c0] : (!imperative.tuple<!imperative.tensor<?x2x4xf32>, !imperative.tensor<2x2x4xf32>, !imperative.tensor<2x2x4xf32>>, !imperative.int) -> !imperative.tensor<?x2x4xf32>
  imperative.return %3 : !imperative.tensor<?x2x4xf32>
}

// RUN: janus-opt %s --janus-functionalize=graph=true | FileCheck %s

// Each operand, if the other one requires grad; what the call itself makes is seen by nobody.
// CHECK-LABEL: func.func @mul(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32> {janus.arg = "x"}, %[[Y:.*]]: tensor<3xf32> {janus.arg = "y"})
// CHECK-SAME: attributes {janus.keeps
// CHECK: %[[A:.*]] = nn.mul %[[X]], %[[Y]]
// CHECK-DAG: nn.keep "x" of (%[[A]]) if (%[[Y]]) {janus.arg = "x"}
// CHECK-DAG: nn.keep "y" of (%[[A]]) if (%[[X]]) {janus.arg = "y"}
// CHECK: %[[B:.*]] = nn.sin %[[A]]
// CHECK-NOT: nn.keep
// CHECK: return %[[B]]
imperative.func @mul(%x: !imperative.tensor<3xf32>, %y: !imperative.tensor<3xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>, #imperative.param<"y", positional>]} {
  %a = imperative.library_call "torch.mul"(%x, %y) : (!imperative.tensor<3xf32>, !imperative.tensor<3xf32>) -> !imperative.tensor<3xf32>
  %b = imperative.library_call "torch.sin"(%a) : (!imperative.tensor<3xf32>) -> !imperative.tensor<3xf32>
  imperative.return %b : !imperative.tensor<3xf32>
}

// The result, which is given back.
// CHECK-LABEL: func.func @tanh(
// CHECK: %[[A:.*]] = nn.tanh
// CHECK: nn.keep "the result of torch.tanh()" of (%[[A]]) {janus.result = 0 : i64}
imperative.func @tanh(%x: !imperative.tensor<3xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  %a = imperative.library_call "torch.tanh"(%x) : (!imperative.tensor<3xf32>) -> !imperative.tensor<3xf32>
  imperative.return %a : !imperative.tensor<3xf32>
}

// The result, which is written afterwards; of what is written itself a copy is kept.
// CHECK-LABEL: func.func @written(
// CHECK: %[[A:.*]] = nn.tanh
// CHECK-NEXT: nn.keep "the result of torch.tanh()" of (%[[A]]) {overwritten}
// CHECK-NOT: nn.keep
imperative.func @written(%x: !imperative.tensor<3xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  %a = imperative.library_call "torch.tanh"(%x) : (!imperative.tensor<3xf32>) -> !imperative.tensor<3xf32>
  %b = imperative.library_call "torch.Tensor.sin_"(%a) : (!imperative.tensor<3xf32>) -> !imperative.tensor<3xf32>
  imperative.return %b : !imperative.tensor<3xf32>
}

// Written in the next turn, and kept in this one.
// CHECK-LABEL: func.func @turns(
// CHECK: scf.for
// CHECK: nn.keep "an argument of torch.mul()" of (%{{.*}}) if (%{{.*}}) {overwritten}
imperative.func @turns(%x: !imperative.tensor<3xf32>, %n: !imperative.int) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>, #imperative.param<"n", positional>]} {
  %zero = imperative.constant 0 : i64 -> !imperative.int
  %one = imperative.constant 1 : i64 -> !imperative.int
  %a = imperative.library_call "torch.exp"(%x) : (!imperative.tensor<3xf32>) -> !imperative.tensor<3xf32>
  %range = imperative.library_call "builtins.range"(%zero, %n, %one) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  %s = imperative.for %i : !imperative.int in %range : !imperative.object carry (%c = %x) : !imperative.tensor<3xf32> {
    %w = imperative.library_call "torch.Tensor.sin_"(%a) : (!imperative.tensor<3xf32>) -> !imperative.tensor<3xf32>
    %m = imperative.library_call "torch.mul"(%a, %x) : (!imperative.tensor<3xf32>, !imperative.tensor<3xf32>) -> !imperative.tensor<3xf32>
    imperative.yield %m : !imperative.tensor<3xf32>
  }
  imperative.return %s : !imperative.tensor<3xf32>
}

// RUN: janus-opt %s --janus-specialize | FileCheck %s

// A module whose forward calls two layers, each torch's own Python source.

imperative.object @m class "module" path "m" {fields = {F = #imperative.builtin<"torch.nn.functional">, torch = #imperative.builtin<"torch">}}
imperative.object @net class "m.Net" path "net" {
  fields = {fc1 = #imperative.ref<@net.fc1>, fc2 = #imperative.ref<@net.fc2>, training = true},
  call = #imperative.method<#imperative.ref<@Net.forward>, #imperative.ref<@net>>}
imperative.object @net.fc1 class "torch.nn.modules.linear.Linear" path "net.fc1" {
  fields = {weight = #imperative.ref<@net.fc1.weight>, bias = #imperative.ref<@net.fc1.bias>},
  call = #imperative.method<#imperative.ref<@Linear.forward>, #imperative.ref<@net.fc1>>}
imperative.object @net.fc2 class "torch.nn.modules.linear.Linear" path "net.fc2" {
  fields = {weight = #imperative.ref<@net.fc2.weight>, bias = #imperative.none},
  call = #imperative.method<#imperative.ref<@Linear.forward>, #imperative.ref<@net.fc2>>}
imperative.state @net.fc1.weight : !imperative.tensor<8x4xf32> path "net.fc1.weight" {requires_grad}
imperative.state @net.fc1.bias : !imperative.tensor<8xf32> path "net.fc1.bias" {requires_grad}
imperative.state @net.fc2.weight : !imperative.tensor<2x8xf32> path "net.fc2.weight" {requires_grad}

imperative.func @Linear.forward(%self: !imperative.object, %input: !imperative.object) -> !imperative.object
    attributes {params = [#imperative.param<"self", positional>, #imperative.param<"input", positional>], globals = @m} {
  %F = imperative.get_global "F" : !imperative.object
  %linear = imperative.get_attr %F, "linear" : (!imperative.object) -> !imperative.object
  %w = imperative.get_attr %self, "weight" : (!imperative.object) -> !imperative.object
  %b = imperative.get_attr %self, "bias" : (!imperative.object) -> !imperative.object
  %r = imperative.call %linear(%input, %w, %b) : (!imperative.object, !imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}
imperative.func @Net.forward(%self: !imperative.object, %x: !imperative.object) -> !imperative.object
    attributes {params = [#imperative.param<"self", positional>, #imperative.param<"x", positional>], globals = @m} {
  %c = imperative.cell "h"
  %fc1 = imperative.get_attr %self, "fc1" : (!imperative.object) -> !imperative.object
  %a = imperative.call %fc1(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.store %a, %c : !imperative.object
  %h = imperative.load %c : !imperative.object
  %relu = imperative.get_attr %h, "relu" : (!imperative.object) -> !imperative.object
  %s = imperative.call %relu() : (!imperative.object) -> !imperative.object
  %fc2 = imperative.get_attr %self, "fc2" : (!imperative.object) -> !imperative.object
  %r = imperative.call %fc2(%s) : (!imperative.object, !imperative.object) -> !imperative.object
  %two = imperative.constant 2 : i64 -> !imperative.int
  %t = imperative.binary mul %two, %r : (!imperative.int, !imperative.object) -> !imperative.object
  imperative.return %t : !imperative.object
}
imperative.func @call(%f: !imperative.object, %x: !imperative.object) -> !imperative.object
    attributes {params = [#imperative.param<"f", positional>, #imperative.param<"x", positional>], globals = @m} {
  %r = imperative.call %f(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}
imperative.entry @step calls @call [#imperative.ref<@net>, !imperative.tensor<?x4xf32>]

// CHECK-LABEL: imperative.func @step(
// CHECK-SAME: %[[X:.*]]: !imperative.tensor<?x4xf32>) -> !imperative.tensor<?x2xf32>
// CHECK-SAME: dynamic_ops = 0 : i64
// CHECK-SAME: params = [#imperative.param<"x", positional>]
// CHECK-DAG: %[[W1:.*]] = imperative.read_state @net.fc1.weight : !imperative.tensor<8x4xf32>
// CHECK-DAG: %[[B1:.*]] = imperative.read_state @net.fc1.bias : !imperative.tensor<8xf32>
// CHECK: %[[A:.*]] = imperative.library_call "torch.nn.functional.linear"(%[[X]], %[[W1]], %[[B1]])
// CHECK-SAME: -> !imperative.tensor<?x8xf32>
// CHECK: %[[H:.*]] = imperative.library_call "torch.{{.*}}relu"(%[[A]]
// CHECK: %[[W2:.*]] = imperative.read_state @net.fc2.weight : !imperative.tensor<2x8xf32>
// CHECK: %[[R:.*]] = imperative.library_call "torch.nn.functional.linear"(%[[H]], %[[W2]], %
// CHECK-SAME: !imperative.none) -> !imperative.tensor<?x2xf32>
// CHECK: imperative.library_call "torch.Tensor.__rmul__"(%[[R]], %{{.*}}) : (!imperative.tensor<?x2xf32>, !imperative.int)
// CHECK-NEXT: imperative.return

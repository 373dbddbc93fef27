// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// A module with parameters and a method, a list, a dict, an object that is called.
// CHECK: imperative.object @net class "digits.LeNet" path "net" {call = #imperative.method<#imperative.ref<@forward>, #imperative.ref<@net>>, fields = {layers = #imperative.ref<@net.layers>, relu = #imperative.builtin<"torch.relu">, training = true, weight = #imperative.ref<@net.weight>}}
// CHECK: imperative.object @net.layers class "builtins.list" path "net.layers" {items = [#imperative.ref<@net>, 1]}
// CHECK: imperative.object @options class "builtins.dict" path "options" {entries = {lr = 1.000000e-03 : f64}}
// CHECK: imperative.func @forward(%{{.*}}: !imperative.object) -> !imperative.object {
// CHECK: imperative.return %{{.*}} : !imperative.object

imperative.object @net class "digits.LeNet" path "net" {
  fields = {training = true, weight = #imperative.ref<@net.weight>, layers = #imperative.ref<@net.layers>,
            relu = #imperative.builtin<"torch.relu">},
  call = #imperative.method<#imperative.ref<@forward>, #imperative.ref<@net>>}
imperative.object @net.layers class "builtins.list" path "net.layers" {items = [#imperative.ref<@net>, 1 : i64]}
imperative.object @options class "builtins.dict" path "options" {entries = {lr = 1.0e-3 : f64}}
imperative.state @net.weight : !imperative.tensor<4xf32> path "net.weight"
imperative.func @forward(%x: !imperative.object) -> !imperative.object {
  imperative.return %x : !imperative.object
}

// RUN: janus-opt %s --imperative-inline-calls --imperative-infer-types --imperative-resolve-ops --imperative-infer-types --imperative-inline-calls --imperative-infer-types --imperative-resolve-ops --imperative-infer-types --imperative-inline-calls | FileCheck %s

// A container in another: the same method of another object is no recursion; of the same one it is.
imperative.object @outer class "m.Outer" path "outer" {fields = {inner = #imperative.ref<@inner>}, call = #imperative.method<#imperative.ref<@run>, #imperative.ref<@outer>>}
imperative.object @inner class "m.Outer" path "inner" {fields = {inner = #imperative.ref<@inner>}, call = #imperative.method<#imperative.ref<@run>, #imperative.ref<@inner>>}
imperative.func @run(%self: !imperative.object, %x: !imperative.object) -> !imperative.object
    attributes {params = [#imperative.param<"self", positional>, #imperative.param<"x", positional>]} {
  %inner = imperative.get_attr %self, "inner" : (!imperative.object) -> !imperative.object
  %r = imperative.call %inner(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %r : !imperative.object
}
// CHECK-LABEL: imperative.func @nested
imperative.func @nested(%x: !imperative.int) -> !imperative.object attributes {entry} {
  %outer = imperative.constant #imperative.ref<@outer> -> !imperative.instance<@outer>
  // CHECK-NOT: inlined
  // CHECK: imperative.call {{.*}}callers = {{\[\[}}@run, #imperative.ref<@outer>], [@run, #imperative.ref<@inner>]], reason = "run is recursive"
  %r = imperative.call %outer(%x) : (!imperative.instance<@outer>, !imperative.int) -> !imperative.object
  imperative.return %r : !imperative.object
}

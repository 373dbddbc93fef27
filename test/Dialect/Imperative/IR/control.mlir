// RUN: janus-opt %s --verify-roundtrip | FileCheck %s

// A function that has one of each control op.
// CHECK-LABEL: imperative.func @f
imperative.object @m class "module" path "m" {fields = {F = #imperative.builtin<"torch.nn.functional">}}
imperative.object @net class "digits.LeNet" path "net" {fields = {training = true, forward = #imperative.method<#imperative.ref<@f>, #imperative.ref<@net>>}}
imperative.state @w : !imperative.tensor<6x?x5x5xf32> path "net.w" {requires_grad}
imperative.entry @step calls @f [!imperative.tensor<?x4xf32>]
imperative.func @f(%x: !imperative.object) -> !imperative.object attributes {params = [#imperative.param<"x", positional>], globals = @m} {
  %c = imperative.cell "i"
  imperative.store %x, %c : !imperative.object
  %l = imperative.load %c : !imperative.object
  %b = imperative.truth %l : !imperative.object
  %k = imperative.constant 1 : i64 -> !imperative.int
  imperative.if %b { imperative.return %l : !imperative.object } else { imperative.store %k, %c : !imperative.int }
  %r = imperative.if %b -> (!imperative.object) { imperative.yield %l : !imperative.object } else { imperative.yield %x : !imperative.object }
  imperative.for %i : !imperative.object in %x : !imperative.object { imperative.break } else { imperative.delete %c }
  imperative.while { imperative.condition %b } do { }
  %q = imperative.while carry (%a = %x) : !imperative.object { imperative.condition %b, %a : !imperative.object } do { ^bb0(%z: !imperative.object): imperative.yield %z : !imperative.object }
  imperative.try { } except { ^bb0(%e: !imperative.object): imperative.reraise } finally { }
  %r2 = imperative.call %x(%r, %k) names ["", "dim"] : (!imperative.object, !imperative.object, !imperative.int) -> !imperative.object
  imperative.return %r2 : !imperative.object
}

// RUN: janus-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{callee @gone is not an imperative.func}}
imperative.entry @e calls @gone []

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  imperative.return %x : !imperative.object
}
// expected-error@+1 {{has 1 arguments, but @f takes 3}}
imperative.entry @e calls @f [!imperative.object]

// -----

imperative.func @f(%x: !imperative.object) -> !imperative.object {
  imperative.return %x : !imperative.object
}
// expected-error@+1 {{#imperative.ref<@gone> is not an object, function or state of this module}}
imperative.entry @e calls @f [#imperative.ref<@gone>]

// -----

imperative.func @f(%x: !imperative.object) -> !imperative.object {
  imperative.return %x : !imperative.object
}
// expected-error@+1 {{argument 0 has type f32, which is no Python type}}
imperative.entry @e calls @f [f32]

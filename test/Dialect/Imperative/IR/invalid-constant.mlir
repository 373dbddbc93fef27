// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{holds 1 : i32, which is no Python constant}}
  %k = imperative.constant 1 : i32 -> !imperative.object
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{which is no Python constant}}
  %k = imperative.constant [f32] -> !imperative.object
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{holds a '!imperative.int' where '!imperative.str' is expected}}
  %k = imperative.constant 1 : i64 -> !imperative.str
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{#imperative.ref<@gone> is not an object, function or state of this module}}
  %k = imperative.constant [#imperative.ref<@gone>] -> !imperative.object
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object) -> !imperative.object {
  // expected-error@+1 {{is element -2 of the constants}}
  %0 = imperative.constant 1 : i64 -> !imperative.object {index = -2}
  imperative.return %x : !imperative.object
}

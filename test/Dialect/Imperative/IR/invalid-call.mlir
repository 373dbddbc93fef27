// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{has 1 arguments but 2 names}}
  %r = imperative.call %x(%x) names ["", ""] : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{has a positional argument behind a keyword}}
  %r = imperative.call %x(%x, %x) names ["a", ""] : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{gives keyword "a" twice}}
  %r = imperative.call %x(%x, %x) names ["a", "a"] : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}

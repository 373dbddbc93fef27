// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{is outside any loop}}
  imperative.break
}

// -----

// The else of a loop is not inside it.
imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  imperative.for %i : !imperative.object in %x : !imperative.object {
  } else {
    // expected-error@+1 {{is outside any loop}}
    imperative.break
  }
  imperative.return %x : !imperative.object
}

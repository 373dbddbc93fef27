// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  %v = imperative.cell "v"
  // expected-error@+1 {{has 1 cells but 2 names}}
  imperative.python "pass" because "test" cells(%v) names ["v", "w"]
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  %v = imperative.cell "v"
  // expected-error@+1 {{names cell "v" twice}}
  imperative.python "pass" because "test" cells(%v, %v) names ["v", "v"]
  imperative.return %x : !imperative.object
}

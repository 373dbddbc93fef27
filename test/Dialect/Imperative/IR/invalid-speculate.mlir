// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object) -> !imperative.object {
  // expected-error@+1 {{is unit -1, which is no element of the constants}}
  imperative.speculate -1 () -> () {
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object) -> !imperative.object {
  // expected-error@+1 {{body takes no arguments, has 1}}
  imperative.speculate 0 () -> () {
  ^bb0(%y: !imperative.object):
    imperative.yield
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  imperative.while {
    // expected-error@+1 {{body must end in a yield or an exit, ends in 'imperative.condition'}}
    imperative.speculate 0 () -> () {
      imperative.condition %c
    }
    imperative.condition %c
  } do {
  }
  imperative.return %x : !imperative.object
}

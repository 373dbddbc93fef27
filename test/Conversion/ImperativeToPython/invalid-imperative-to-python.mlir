// RUN: janus-opt %s --imperative-to-python --verify-diagnostics --split-input-file

imperative.func @f() -> !imperative.object attributes {generic} {
  // expected-error@+1 {{has no index: a generic function finds it among its constants}}
  %c = imperative.constant "text" -> !imperative.object
  imperative.return %c : !imperative.object
}

// -----

imperative.func @f() -> !imperative.object attributes {generic} {
  // expected-error@+1 {{has no generic form: it is not of the dynamic level of a generic function}}
  %u = imperative.unbound "x" : !imperative.object
  imperative.return %u : !imperative.object
}

// -----

imperative.func @f() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  // expected-error@+1 {{carries values: it is not of the dynamic level}}
  %r = imperative.for %i : !imperative.object in %x : !imperative.object carry (%s = %x) : !imperative.object {
    imperative.yield %s : !imperative.object
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  // expected-error@+1 {{ends in a condition: it is not of the dynamic level}}
  imperative.for %i : !imperative.object in %x : !imperative.object {
    %c = imperative.truth %i : !imperative.object
    imperative.condition %c
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f() -> !imperative.object attributes {generic} {
  %x = imperative.get_global "x" : !imperative.object
  // expected-error@+1 {{carries values: it is not of the dynamic level}}
  %r = imperative.while carry (%s = %x) : !imperative.object {
    %c = imperative.truth %s : !imperative.object
    imperative.condition %c, %s : !imperative.object
  } do {
  ^bb0(%t: !imperative.object):
    imperative.yield %t : !imperative.object
  }
  imperative.return %x : !imperative.object
}

// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{body must take the item and 1 carried values}}
  %r = "imperative.for"(%x, %x) ({
  ^bb0(%i: !imperative.object):
    "imperative.yield"() : () -> ()
  }, {
  }) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{body must take the item and the result types ('!imperative.object')}}
  %r = "imperative.for"(%x, %x) ({
  ^bb0(%i: !imperative.object, %s: !imperative.int):
    "imperative.yield"() : () -> ()
  }, {
  }) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{starts with ('!imperative.object') where ('!imperative.int') is expected}}
  %r = imperative.for %i : !imperative.object in %x : !imperative.object carry (%s = %x) : (!imperative.object) -> !imperative.int {
    imperative.yield %s : !imperative.int
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{body yields ('!imperative.object') where ('!imperative.int') is expected}}
  %r = imperative.for %i : !imperative.object in %x : !imperative.object carry (%s = %n) : !imperative.int {
    // expected-note@+1 {{yielded here}}
    imperative.yield %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{carries values and so must not have an else}}
  %r = imperative.for %i : !imperative.object in %x : !imperative.object carry (%s = %x) : !imperative.object {
    imperative.yield %s : !imperative.object
  } else {
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{else must end in a yield or an exit, ends in 'imperative.condition'}}
  imperative.for %i : !imperative.object in %x : !imperative.object {
  } else {
    imperative.condition %c
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{body must end in a yield or an exit, ends in 'llvm.unreachable'}}
  "imperative.for"(%x) ({
  ^bb0(%i: !imperative.object):
    "llvm.unreachable"() : () -> ()
  }, {
  }) : (!imperative.object) -> ()
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{else takes no arguments, has 1}}
  "imperative.for"(%x) ({
  ^bb0(%i: !imperative.object):
    "imperative.yield"() : () -> ()
  }, {
  ^bb0(%j: !imperative.object):
    "imperative.yield"() : () -> ()
  }) : (!imperative.object) -> ()
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{carries 1 values but gives 2 types}}
  %r = imperative.for %i : !imperative.object in %x : !imperative.object carry (%s = %x) : !imperative.object, !imperative.object {
  }
  imperative.return %x : !imperative.object
}

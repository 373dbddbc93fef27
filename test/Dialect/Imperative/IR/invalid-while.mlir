// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{condition region must end in imperative.condition}}
  imperative.while {
    imperative.yield
  } do {
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{condition and body must take the result types ('!imperative.object')}}
  %r = imperative.while carry (%s = %x) : !imperative.object {
    imperative.condition %c, %s : !imperative.object
  } do {
    imperative.yield %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{starts with ('!imperative.object') where ('!imperative.int') is expected}}
  %r = imperative.while carry (%s = %x) : (!imperative.object) -> !imperative.int {
    imperative.condition %c, %s : !imperative.int
  } do {
  ^bb0(%t: !imperative.int):
    imperative.yield %t : !imperative.int
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{condition yields ('!imperative.object') where ('!imperative.int') is expected}}
  %r = imperative.while carry (%s = %n) : !imperative.int {
    // expected-note@+1 {{yielded here}}
    imperative.condition %c, %x : !imperative.object
  } do {
  ^bb0(%t: !imperative.int):
    imperative.yield %t : !imperative.int
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{body yields ('!imperative.object') where ('!imperative.int') is expected}}
  %r = imperative.while carry (%s = %n) : !imperative.int {
    imperative.condition %c, %s : !imperative.int
  } do {
  ^bb0(%t: !imperative.int):
    // expected-note@+1 {{yielded here}}
    imperative.yield %x : !imperative.object
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{carries values and so must not have an else}}
  %r = imperative.while carry (%s = %x) : !imperative.object {
    imperative.condition %c, %s : !imperative.object
  } do {
  ^bb0(%t: !imperative.object):
    imperative.yield %t : !imperative.object
  } else {
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{body must end in a yield or an exit, ends in 'imperative.condition'}}
  imperative.while {
    imperative.condition %c
  } do {
    imperative.condition %c
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{else takes no arguments, has 1}}
  "imperative.while"() ({
    "imperative.condition"(%c) : (!imperative.bool) -> ()
  }, {
    "imperative.yield"() : () -> ()
  }, {
  ^bb0(%j: !imperative.object):
    "imperative.yield"() : () -> ()
  }) : () -> ()
  imperative.return %x : !imperative.object
}

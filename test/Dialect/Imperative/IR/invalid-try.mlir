// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{needs an except or a finally}}
  imperative.try {
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{has an else but no except}}
  imperative.try {
  } else {
  } finally {
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{except takes the exception as its one argument}}
  imperative.try {
  } except {
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{body takes no arguments, has 1}}
  "imperative.try"() ({
  ^bb0(%a: !imperative.object):
    "imperative.yield"() : () -> ()
  }, {
  }, {
  }, {
    "imperative.yield"() : () -> ()
  }) : () -> ()
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{finally must end in a yield or an exit, ends in 'llvm.unreachable'}}
  "imperative.try"() ({
    "imperative.yield"() : () -> ()
  }, {
  }, {
  }, {
    "llvm.unreachable"() : () -> ()
  }) : () -> ()
  imperative.return %x : !imperative.object
}

// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{then yields ('!imperative.object') where ('!imperative.int') is expected}}
  %r = imperative.if %c -> !imperative.int {
    // expected-note@+1 {{yielded here}}
    imperative.yield %x : !imperative.object
  } else {
    imperative.yield %n : !imperative.int
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{else yields () where (}}
  %r = imperative.if %c -> !imperative.int {
    imperative.yield %n : !imperative.int
  } else {
    // expected-note@+1 {{yielded here}}
    imperative.yield
  }
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{then must end in a yield or an exit, ends in 'llvm.unreachable'}}
  "imperative.if"(%c) ({
    "llvm.unreachable"() : () -> ()
  }, {
    "imperative.yield"() : () -> ()
  }) : (!imperative.bool) -> ()
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{else must end in a yield or an exit, ends in 'llvm.unreachable'}}
  "imperative.if"(%c) ({
    "imperative.yield"() : () -> ()
  }, {
    "llvm.unreachable"() : () -> ()
  }) : (!imperative.bool) -> ()
  imperative.return %x : !imperative.object
}

// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{has 1 elements but 2 marks}}
  %l = imperative.build_tuple(%x) : (!imperative.object) -> !imperative.object {starred = array<i1: false, true>}
  imperative.return %x : !imperative.object
}

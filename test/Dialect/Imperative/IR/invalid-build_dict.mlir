// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{has 1 pairs but 2 marks}}
  %l = imperative.build_dict(%x : %x) : (!imperative.object, !imperative.object) -> !imperative.object {unpacked = array<i1: false, true>}
  imperative.return %x : !imperative.object
}

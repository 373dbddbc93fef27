// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{has 1 live values but 2 names}}
  imperative.commit (%x) names ["a", "b"] : !imperative.object
  imperative.return %x : !imperative.object
}

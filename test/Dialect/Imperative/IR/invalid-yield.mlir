// RUN: janus-opt %s --verify-diagnostics --split-input-file

func.func @f() {
  // expected-error@+1 {{'imperative.yield' op expects parent op to be one of}}
  "imperative.yield"() : () -> ()
}

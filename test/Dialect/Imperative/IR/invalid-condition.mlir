// RUN: janus-opt %s --verify-diagnostics --split-input-file

func.func @f(%c: !imperative.bool) {
  // expected-error@+1 {{'imperative.condition' op expects parent op to be one of 'imperative.while, imperative.for'}}
  "imperative.condition"(%c) : (!imperative.bool) -> ()
}

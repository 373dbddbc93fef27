// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{star is target 2 of 2}}
  %a, %b = imperative.unpack %x : (!imperative.object) -> (!imperative.object, !imperative.object) {star = 2 : i64}
  imperative.return %x : !imperative.object
}

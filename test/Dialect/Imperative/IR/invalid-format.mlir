// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{conversion must be "r", "s" or "a", is "x"}}
  %t = imperative.format %x : (!imperative.object) -> !imperative.str {conversion = "x"}
  imperative.return %x : !imperative.object
}

// RUN: janus-opt %s --verify-diagnostics

imperative.func @f(%x: !imperative.object) -> !imperative.object {
  // expected-error@+1 {{is in slot -1, which no frame has}}
  %v = imperative.cell "v" {slot = -1}
  imperative.return %x : !imperative.object
}

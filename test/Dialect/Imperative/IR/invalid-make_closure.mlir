// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @outer(%code: !imperative.object) -> !imperative.object {
  // expected-note@+1 {{the variable}}
  %x = imperative.cell "x" {slot = 0}
  // expected-error@+1 {{captures the variable "x", which is not shared}}
  %f = imperative.make_closure %code captures(%x) : (!imperative.object, !imperative.cell) -> !imperative.object
  imperative.return %f : !imperative.object
}

// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{@gone is not an imperative.func}}
  %g = imperative.make_function @gone captures() defaults() : () -> !imperative.object
  imperative.return %x : !imperative.object
}

// -----

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  %n_cell = imperative.cell "n"
  // expected-error@+1 {{captures 1 cells, but @f takes 0}}
  %g = imperative.make_function @f captures(%n_cell) defaults() : () -> !imperative.object
  imperative.return %x : !imperative.object
}

// RUN: janus-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{is outside any imperative.func}}
"imperative.return"() : () -> ()

// -----

// expected-note@+1 {{in this function}}
imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.int {
  // expected-error@+1 {{returns ('!imperative.object') where ('!imperative.int') is expected}}
  imperative.return %x : !imperative.object
}

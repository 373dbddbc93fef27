// RUN: janus-opt %s --verify-diagnostics --split-input-file

imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{@f is not an imperative.state}}
  %w = imperative.read_state @f : !imperative.object
  imperative.return %x : !imperative.object
}

// -----

imperative.state @w : !imperative.float path "w"
imperative.func @f(%x: !imperative.object, %c: !imperative.bool, %n: !imperative.int) -> !imperative.object {
  // expected-error@+1 {{reads a '!imperative.int' from @w, which holds a '!imperative.float'}}
  %w = imperative.read_state @w : !imperative.int
  imperative.return %x : !imperative.object
}

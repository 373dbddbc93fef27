// RUN: janus-opt %s --janus-functionalize --split-input-file --verify-diagnostics

imperative.func @view(%x: !imperative.tensor<4x3xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  // expected-error @below {{not native: it returns a view of x}}
  %r = imperative.library_call "torch.Tensor.detach"(%x) : (!imperative.tensor<4x3xf32>) -> !imperative.tensor<4x3xf32>
  imperative.return %r : !imperative.tensor<4x3xf32>
}

// -----

imperative.func @strides(%x: !imperative.tensor<4x3xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  %t = imperative.library_call "torch.t"(%x) : (!imperative.tensor<4x3xf32>) -> !imperative.tensor<3x4xf32>
  // expected-error @below {{not native: it returns a tensor whose strides may not be those of a contiguous one}}
  %r = imperative.library_call "torch.relu"(%t) : (!imperative.tensor<3x4xf32>) -> !imperative.tensor<3x4xf32>
  imperative.return %r : !imperative.tensor<3x4xf32>
}

// -----

imperative.func @shared(%x: !imperative.tensor<4x3xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  %r = imperative.library_call "torch.relu"(%x) : (!imperative.tensor<4x3xf32>) -> !imperative.tensor<4x3xf32>
  %0 = imperative.constant 0 : i64 -> !imperative.int
  // expected-error @below {{not native: it returns two tensors that share memory}}
  %v = imperative.library_call "torch.unsqueeze"(%r, %0) : (!imperative.tensor<4x3xf32>, !imperative.int) -> !imperative.tensor<1x4x3xf32>
  %p = imperative.build_tuple (%r, %v) : (!imperative.tensor<4x3xf32>, !imperative.tensor<1x4x3xf32>) -> !imperative.tuple<!imperative.tensor<4x3xf32>, !imperative.tensor<1x4x3xf32>>
  imperative.return %p : !imperative.tuple<!imperative.tensor<4x3xf32>, !imperative.tensor<1x4x3xf32>>
}

// -----

imperative.state @w : !imperative.tensor<4xf32> path "w" {requires_grad}
imperative.func @leaf() -> !imperative.object attributes {entry, params = []} {
  %w = imperative.read_state @w : !imperative.tensor<4xf32>
  // expected-error @below {{not native: an in-place write to a parameter that requires grad, while gradients are recorded}}
  %r = imperative.library_call "torch.Tensor.zero_"(%w) : (!imperative.tensor<4xf32>) -> !imperative.tensor<4xf32>
  imperative.return %r : !imperative.tensor<4xf32>
}

// -----

imperative.state @w : !imperative.tensor<4xf32> path "w" {requires_grad, grad}
imperative.func @accumulates() -> !imperative.object attributes {entry, params = []} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %w = imperative.read_state @w : !imperative.tensor<4xf32>
  %loss = imperative.library_call "torch.sum"(%w, %none, %false, %none) : (!imperative.tensor<4xf32>, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<f32>
  // expected-error @below {{not native: backward() would add to the gradient that w has already; call zero_grad() first}}
  %back = imperative.library_call "torch.Tensor.backward"(%loss, %none, %none, %false, %none) : (!imperative.tensor<f32>, !imperative.none, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

imperative.func @twice(%x: !imperative.tensor<4xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  %none = imperative.constant #imperative.none -> !imperative.none
  %false = imperative.constant false -> !imperative.bool
  %loss = imperative.library_call "torch.sum"(%x, %none, %false, %none) : (!imperative.tensor<4xf32>, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.tensor<f32>
  // expected-error @below {{not native: backward() of a tensor that does not depend on a parameter that requires grad}}
  %back = imperative.library_call "torch.Tensor.backward"(%loss, %none, %none, %false, %none) : (!imperative.tensor<f32>, !imperative.none, !imperative.none, !imperative.bool, !imperative.none) -> !imperative.none
  imperative.return %none : !imperative.none
}

// -----

imperative.func @unknown(%x: !imperative.tensor<4xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>]} {
  // expected-error @below {{not native: torch.nonexistent is not in the library table}}
  %r = imperative.library_call "torch.nonexistent"(%x) : (!imperative.tensor<4xf32>) -> !imperative.tensor<4xf32>
  imperative.return %r : !imperative.tensor<4xf32>
}

// -----

imperative.func @misfit(%x: !imperative.tensor<4xf32>, %y: !imperative.tensor<5xf32>) -> !imperative.object
    attributes {entry, params = [#imperative.param<"x", positional>, #imperative.param<"y", positional>]} {
  %1 = imperative.constant 1 : i64 -> !imperative.int
  // expected-error @below {{not native: torch.add(): operands broadcast to one shape: 5 is not 4}}
  %r = imperative.library_call "torch.add"(%x, %y, %1) : (!imperative.tensor<4xf32>, !imperative.tensor<5xf32>, !imperative.int) -> !imperative.tensor<4xf32>
  imperative.return %r : !imperative.tensor<4xf32>
}

// -----

imperative.func @one_list_twice(%x: !imperative.tensor<4xf32>) -> !imperative.object attributes {entry} {
  %y = imperative.library_call "torch.relu"(%x) : (!imperative.tensor<4xf32>) -> !imperative.tensor<4xf32>
  // expected-error @below {{not native: it returns one list or dict in two places}}
  %list = imperative.build_list(%y) : (!imperative.tensor<4xf32>) -> !imperative.list<!imperative.tensor<4xf32>>
  %pair = imperative.build_tuple(%list, %list) : (!imperative.list<!imperative.tensor<4xf32>>, !imperative.list<!imperative.tensor<4xf32>>) -> !imperative.object
  imperative.return %pair : !imperative.object
}

// -----

// From the third iteration on it is the state itself, which comes into the loop by its body.
imperative.state @w : !imperative.tensor<4xf32> path "net.w"

imperative.func @later(%x: !imperative.tensor<4xf32>, %k: !imperative.int) -> !imperative.object
    attributes {entry, no_grad, params = [#imperative.param<"x", positional>, #imperative.param<"k", positional>]} {
  %0 = imperative.constant 0 : i64 -> !imperative.int
  %1 = imperative.constant 1 : i64 -> !imperative.int
  %range = imperative.library_call "builtins.range"(%0, %k, %1) : (!imperative.int, !imperative.int, !imperative.int) -> !imperative.object
  %y = imperative.library_call "torch.tanh"(%x) : (!imperative.tensor<4xf32>) -> !imperative.tensor<4xf32>
  // expected-error@+1 {{it returns a tensor that may be, or share memory with, one that was there before the call}}
  %r:2 = imperative.for %i : !imperative.int in %range : !imperative.object carry (%a = %y, %b = %y) : !imperative.tensor<4xf32>, !imperative.tensor<4xf32> {
    %w = imperative.read_state @w : !imperative.tensor<4xf32>
    imperative.yield %b, %w : !imperative.tensor<4xf32>, !imperative.tensor<4xf32>
  }
  imperative.return %r#0 : !imperative.tensor<4xf32>
}

// -----

imperative.func @either(%p: !imperative.tuple<!imperative.int, !imperative.int>, %c: !imperative.bool) -> !imperative.object
    attributes {entry, params = [#imperative.param<"p", positional>, #imperative.param<"c", positional>]} {
  %two = imperative.constant 2 : i64 -> !imperative.int
  // expected-error @below {{not native: it returns a tuple that is an argument or another one, depending on what runs}}
  %r = imperative.if %c -> (!imperative.tuple<!imperative.int, !imperative.int>) {
    imperative.yield %p : !imperative.tuple<!imperative.int, !imperative.int>
  } else {
    %q = imperative.build_tuple (%two, %two) : (!imperative.int, !imperative.int) -> !imperative.tuple<!imperative.int, !imperative.int>
    imperative.yield %q : !imperative.tuple<!imperative.int, !imperative.int>
  }
  imperative.return %r : !imperative.tuple<!imperative.int, !imperative.int>
}

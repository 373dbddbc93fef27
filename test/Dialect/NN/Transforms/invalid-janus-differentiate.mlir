// RUN: janus-opt %s --janus-differentiate --split-input-file --verify-diagnostics

func.func @no_derivative(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'arith.remf' has no derivative}}
  %y = arith.remf %x, %x : tensor<f32>
  %d = nn.gradient %y wrt (%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

func.func @while(%x: tensor<f32>, %c: i1, %m: memref<i1>) -> tensor<f32> {
  // expected-error @+1 {{'scf.while' has no derivative: it has effects, so it cannot run twice to have its iterations counted}}
  %y = scf.while (%a = %x) : (tensor<f32>) -> tensor<f32> {
    scf.condition(%c) %a : tensor<f32>
  } do {
  ^bb0(%a: tensor<f32>):
    memref.store %c, %m[] : memref<i1>
    %b = arith.mulf %a, %a : tensor<f32>
    scf.yield %b : tensor<f32>
  }
  %d = nn.gradient %y wrt (%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

func.func @earlier_iteration(%x: tensor<f32>, %w: tensor<f32>, %n: index) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{this value is carried}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<f32> {
    %next = arith.mulf %h, %w : tensor<f32>
    // expected-error @+1 {{the loss depends on an earlier iteration of the loop around it, through which no gradient flows; detach the value that the loop carries, or take the gradient after the loop}}
    %d = nn.gradient %next wrt (%w) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    scf.yield %next : tensor<f32>
  }
  return %y : tensor<f32>
}

// -----

func.func @changing_size(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+2 {{the loop is here}}
  // expected-error @+1 {{no gradient through this loop: it cannot be seen that the size of dimension 0 of this value of type 'tensor<?xf32>' is the same in every iteration}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf32> {
    %a = arith.mulf %h, %h : tensor<?xf32>
    %size = tensor.dim %a, %c0 : tensor<?xf32>
    %less = arith.subi %size, %c1 : index
    %b = tensor.extract_slice %a[0] [%less] [1] : tensor<?xf32> to tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  %seed = tensor.empty(%n) : tensor<?xf32>
  %d = nn.gradient %y, %seed wrt (%x) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %d : tensor<?xf32>
}

// -----

func.func @unsigned(%x: tensor<f32>, %n: i64) -> tensor<f32> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  // expected-error @+1 {{has no derivative with unsigned bounds}}
  %y = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<f32> : i64 {
    %a = arith.mulf %h, %h : tensor<f32>
    scf.yield %a : tensor<f32>
  }
  %d = nn.gradient %y wrt (%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

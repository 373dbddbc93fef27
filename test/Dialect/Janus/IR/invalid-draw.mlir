// RUN: janus-opt %s --split-input-file --verify-diagnostics

func.func @mixed(%a: i64, %y: tensor<4xf32>, %g: memref<316xi64>) {
  // expected-error @+1 {{has tensors and buffers}}
  %z = janus.draw normal(%a, %a) into %y, %g : tensor<4xf32>, memref<316xi64> -> tensor<4xf32>
  return
}

// -----

func.func @generator(%a: i64, %y: memref<4xf32>, %g: memref<3xi64>) {
  // expected-error @+1 {{has a generator of 'memref<3xi64>', expected 316 words}}
  janus.draw normal(%a, %a) into %y, %g : memref<4xf32>, memref<3xi64>
  return
}

// -----

func.func @results(%a: i64, %y: tensor<4xf32>, %g: tensor<316xi64>) {
  // expected-error @+1 {{has 1 results; it has two of tensors and none of buffers}}
  %z = janus.draw normal(%a, %a) into %y, %g : tensor<4xf32>, tensor<316xi64> -> tensor<4xf32>
  return
}

// -----

func.func @input(%a: i64, %y: memref<4xf32>, %g: memref<316xi64>) {
  // expected-error @+1 {{needs input}}
  janus.draw poisson_of(%a, %a) into %y, %g : memref<4xf32>, memref<316xi64>
  return
}

// -----

func.func @no_input(%a: i64, %p: memref<4xf32>, %y: memref<4xf32>, %g: memref<316xi64>) {
  // expected-error @+1 {{takes no input}}
  janus.draw normal(%a, %a) of %p : memref<4xf32> into %y, %g : memref<4xf32>, memref<316xi64>
  return
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @avg_pool_backward(%g: tensor<1x4x4x4xf64>, %x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @+1 {{derivative and input have different element types}}
  %y = nn.avg_pool_backward %g, %x kernel [2, 2] stride [2, 2] padding [0, 0] : (tensor<1x4x4x4xf64>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// -----

func.func @avg_pool_backward(%g: tensor<1x4x4xf32>, %x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @+1 {{derivative and input have different ranks}}
  %y = nn.avg_pool_backward %g, %x kernel [2, 2] stride [2, 2] padding [0, 0] : (tensor<1x4x4xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// -----

func.func @avg_pool_backward(%g: tensor<1x4x4x3xf32>, %x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @+1 {{dimension 3 of the derivative is 3, pooling the input gives 4}}
  %y = nn.avg_pool_backward %g, %x kernel [2, 2] stride [2, 2] padding [0, 0] : (tensor<1x4x4x3xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

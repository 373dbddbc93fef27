// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @gather(%x: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  // expected-error @+1 {{index has rank 1, expected the input's rank 2}}
  %y = nn.gather %x, %i dim 0 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @gather(%x: tensor<2x3xf32>, %i: tensor<4x2xi64>) -> tensor<4x2xf32> {
  // expected-error @+1 {{index has size 4 in dimension 0, the input only 2}}
  %y = nn.gather %x, %i dim 1 : (tensor<2x3xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

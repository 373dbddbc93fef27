// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @scatter(%s: tensor<2xf64>, %x: tensor<4xf32>, %i: tensor<2xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{source and input have different element types}}
  %y = nn.scatter replace %s into %x at %i dim 0 : (tensor<2xf64>, tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @scatter(%s: tensor<3xf32>, %x: tensor<4xf32>, %i: tensor<2xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{source and index have different shapes}}
  %y = nn.scatter replace %s into %x at %i dim 0 : (tensor<3xf32>, tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

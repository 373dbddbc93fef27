// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @index_put(%v: tensor<5x3xf32>, %x: tensor<4x3xf32>, %i: tensor<5xi64>) -> tensor<4x3xf32> {
  // expected-error @+1 {{dimension 2 is not one of a tensor of rank 2}}
  %y = nn.index_put %v into %x at %i dim 2 : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<5xi64>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----

func.func @index_put(%v: tensor<5x3xf32>, %x: tensor<4x3xf32>, %i: tensor<5x1xi64>) -> tensor<4x3xf32> {
  // expected-error @+1 {{index has rank 2, expected 1}}
  %y = nn.index_put %v into %x at %i dim 0 : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<5x1xi64>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----

func.func @index_put(%v: tensor<5x3xf64>, %x: tensor<4x3xf32>, %i: tensor<5xi64>) -> tensor<4x3xf32> {
  // expected-error @+1 {{values and input have different ranks or element types}}
  %y = nn.index_put %v into %x at %i dim 0 : (tensor<5x3xf64>, tensor<4x3xf32>, tensor<5xi64>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----

func.func @index_put(%v: tensor<5x3xf32>, %x: tensor<4x3xf32>, %i: tensor<6xi64>) -> tensor<4x3xf32> {
  // expected-error @+1 {{values have size 5 in dimension 0, expected 6}}
  %y = nn.index_put %v into %x at %i dim 0 : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<6xi64>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

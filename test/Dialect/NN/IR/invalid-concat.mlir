// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @concat() -> tensor<4xf32> {
  // expected-error @+1 {{expected at least one input}}
  %y = "nn.concat"() {dim = 0 : i64} : () -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @concat(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{dimension 1 is not one of a tensor of rank 1}}
  %y = nn.concat %a dim 1 : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @concat(%a: tensor<4xf32>, %b: tensor<4xf64>) -> tensor<8xf32> {
  // expected-error @+1 {{inputs have different ranks or element types}}
  %y = nn.concat %a, %b dim 0 : (tensor<4xf32>, tensor<4xf64>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

func.func @concat(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>) -> tensor<2x6xf32> {
  // expected-error @+1 {{inputs have sizes 2 and 3 in dimension 0}}
  %y = nn.concat %a, %b dim 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return %y : tensor<2x6xf32>
}

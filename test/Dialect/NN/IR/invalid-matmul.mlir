// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @matmul(%a: tensor<3xf32>, %b: tensor<3x4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected two operands of one rank, at least 2, but found ranks 1 and 2}}
  %y = nn.matmul %a, %b : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @matmul(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) -> tensor<2x5xf32> {
  // expected-error @+1 {{inner dimensions differ: 3 and 4}}
  %y = nn.matmul %a, %b : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

// -----

func.func @matmul(%a: tensor<2x3x3xf32>, %b: tensor<4x3x3xf32>) -> tensor<2x3x3xf32> {
  // expected-error @+1 {{batch dimension 0 has sizes 2 and 4}}
  %y = nn.matmul %a, %b : (tensor<2x3x3xf32>, tensor<4x3x3xf32>) -> tensor<2x3x3xf32>
  return %y : tensor<2x3x3xf32>
}

// -----

func.func @matmul(%a: tensor<3x3xf32>, %b: tensor<3x3xf64>) -> tensor<3x3xf32> {
  // expected-error @+1 {{operands have element types f32 and f64, expected one}}
  %y = nn.matmul %a, %b : (tensor<3x3xf32>, tensor<3x3xf64>) -> tensor<3x3xf32>
  return %y : tensor<3x3xf32>
}

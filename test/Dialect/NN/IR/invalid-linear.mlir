// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @linear(%x: tensor<2x3xf32>, %w: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expected an input of rank 1 or more and a weight of rank 2, but found ranks 2 and 1}}
  %y = nn.linear %x, %w : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @linear(%x: tensor<2x3xf32>, %w: tensor<5x4xf32>) -> tensor<2x5xf32> {
  // expected-error @+1 {{input has 3 features, weight takes 4}}
  %y = nn.linear %x, %w : (tensor<2x3xf32>, tensor<5x4xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

// -----

func.func @linear(%x: tensor<2x3xf32>, %w: tensor<5x3xf32>, %b: tensor<4xf32>) -> tensor<2x5xf32> {
  // expected-error @+1 {{bias is tensor<4xf32>, expected one element for each of 5 outputs}}
  %y = nn.linear %x, %w bias %b : (tensor<2x3xf32>, tensor<5x3xf32>, tensor<4xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

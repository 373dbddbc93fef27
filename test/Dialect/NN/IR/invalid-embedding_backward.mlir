// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @embedding_backward(%g: tensor<2x3xf32>, %i: tensor<2xi64>, %w: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{weight has rank 1, expected 2}}
  %y = nn.embedding_backward %g, %i, %w : (tensor<2x3xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @embedding_backward(%g: tensor<2x3xf64>, %i: tensor<2xi64>, %w: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{derivative and weight have different element types}}
  %y = nn.embedding_backward %g, %i, %w : (tensor<2x3xf64>, tensor<2xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @embedding_backward(%g: tensor<2x4xf32>, %i: tensor<2xi64>, %w: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{derivative is tensor<2x4xf32>, expected a row for each index}}
  %y = nn.embedding_backward %g, %i, %w : (tensor<2x4xf32>, tensor<2xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

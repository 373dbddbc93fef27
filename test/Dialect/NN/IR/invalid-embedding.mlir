// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @embedding(%w: tensor<4xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  // expected-error @+1 {{weight has rank 1, expected 2}}
  %y = nn.embedding %w, %i : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

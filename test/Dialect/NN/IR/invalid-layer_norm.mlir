// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @layer_norm(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{rank is 3, expected 1 to the input's rank 2}}
  %y = nn.layer_norm %x rank 3 epsilon 0.1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @layer_norm(%x: tensor<2x3xf32>, %w: tensor<2xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{parameter is tensor<2xf32>, expected the shape and element type of the normalised dimensions}}
  %y = nn.layer_norm %x weight %w rank 1 epsilon 0.1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

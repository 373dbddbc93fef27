// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @norm(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{dimension 2 is not one of a tensor of rank 2}}
  %y = nn.norm %x dims [2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @norm(%x: tensor<2x3xf32>) -> tensor<f32> {
  // expected-error @+1 {{dimensions to reduce must rise, but 0 follows 1}}
  %y = nn.norm %x dims [1, 0] : (tensor<2x3xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

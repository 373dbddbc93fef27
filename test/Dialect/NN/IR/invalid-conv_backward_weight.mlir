// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @conv_backward_weight(%g: tensor<1x6x8x8xf32>, %x: tensor<1x4x8x8xf32>) -> tensor<6x4x3x3xf32> {
  // expected-error @+1 {{kernel has 1 numbers, expected one for each of 2 spatial dimensions}}
  %y = nn.conv_backward_weight %g, %x kernel [3] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<1x6x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<6x4x3x3xf32>
  return %y : tensor<6x4x3x3xf32>
}

// -----

func.func @conv_backward_weight(%g: tensor<2x6x8x8xf32>, %x: tensor<1x4x8x8xf32>) -> tensor<6x4x3x3xf32> {
  // expected-error @+1 {{derivative and input have batches of 2 and 1}}
  %y = nn.conv_backward_weight %g, %x kernel [3, 3] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<2x6x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<6x4x3x3xf32>
  return %y : tensor<6x4x3x3xf32>
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @conv_backward_input(%g: tensor<1x6x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @+1 {{sizes has 1 entries, expected one for each of 2 spatial dimensions}}
  %y = nn.conv_backward_input %g, %w sizes [8] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<1x6x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// -----

func.func @conv_backward_input(%g: tensor<1x5x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @+1 {{derivative has 5 channels, weight gives 6}}
  %y = nn.conv_backward_input %g, %w sizes [8, 8] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<1x5x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// -----

func.func @conv_backward_input(%g: tensor<1x6x8x8xf32>, %w: tensor<6x4x3x?xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @+1 {{the kernel's size is not known in spatial dimension 1}}
  %y = nn.conv_backward_input %g, %w sizes [8, 8] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<1x6x8x8xf32>, tensor<6x4x3x?xf32>) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

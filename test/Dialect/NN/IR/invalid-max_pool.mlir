// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @max_pool(%x: tensor<8x8xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error @+1 {{expected an input of rank 3 to 5, but found rank 2}}
  %y = nn.max_pool %x kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 1] : (tensor<8x8xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

// -----

func.func @max_pool(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error @+1 {{expected a number for each of 2 spatial dimensions in kernel, stride, padding and dilation, but found 1}}
  %y = nn.max_pool %x kernel [2] stride [2, 2] padding [0, 0] dilation [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

// -----

func.func @max_pool(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error @+1 {{expected kernel, stride and dilation to be positive}}
  %y = nn.max_pool %x kernel [2, 0] stride [2, 2] padding [0, 0] dilation [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

// -----

func.func @max_pool(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error @+1 {{padding is 2, expected 0 to half the window's size 2}}
  %y = nn.max_pool %x kernel [2, 2] stride [2, 2] padding [2, 0] dilation [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

// -----

func.func @max_pool(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error @+1 {{the window is larger than the padded input in spatial dimension 0}}
  %y = nn.max_pool %x kernel [9, 9] stride [2, 2] padding [0, 0] dilation [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

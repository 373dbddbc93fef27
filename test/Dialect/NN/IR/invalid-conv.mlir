// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @conv(%x: tensor<4x8xf32>, %w: tensor<6x4xf32>) -> tensor<1x6x8x8xf32> {
  // expected-error @+1 {{expected two operands of one rank, 3 to 5, but found ranks 2 and 2}}
  %y = nn.conv %x, %w stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<4x8xf32>, tensor<6x4xf32>) -> tensor<1x6x8x8xf32>
  return %y : tensor<1x6x8x8xf32>
}

// -----

func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32> {
  // expected-error @+1 {{stride has 1 numbers, expected one for each of 2 spatial dimensions}}
  %y = nn.conv %x, %w stride [1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>
  return %y : tensor<1x6x8x8xf32>
}

// -----

func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32> {
  // expected-error @+1 {{stride is 0, expected at least 1}}
  %y = nn.conv %x, %w stride [0, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>
  return %y : tensor<1x6x8x8xf32>
}

// -----

func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32> {
  // expected-error @+1 {{groups is 0, expected at least 1}}
  %y = nn.conv %x, %w stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] {groups = 0 : i64} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>
  return %y : tensor<1x6x8x8xf32>
}

// -----

func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32> {
  // expected-error @+1 {{4 input channels do not divide into 3 groups}}
  %y = nn.conv %x, %w stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] {groups = 3 : i64} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>
  return %y : tensor<1x6x8x8xf32>
}

// -----

func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<5x2x3x3xf32>) -> tensor<1x6x8x8xf32> {
  // expected-error @+1 {{5 output channels do not divide into 2 groups}}
  %y = nn.conv %x, %w stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] {groups = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<5x2x3x3xf32>) -> tensor<1x6x8x8xf32>
  return %y : tensor<1x6x8x8xf32>
}

// -----

func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<6x5x3x3xf32>) -> tensor<1x6x8x8xf32> {
  // expected-error @+1 {{input has 4 channels, weight takes 5}}
  %y = nn.conv %x, %w stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x5x3x3xf32>) -> tensor<1x6x8x8xf32>
  return %y : tensor<1x6x8x8xf32>
}

// -----

func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x9x9xf32>) -> tensor<1x6x8x8xf32> {
  // expected-error @+1 {{the kernel is larger than the padded input in spatial dimension 0}}
  %y = nn.conv %x, %w stride [1, 1] padding [0, 0], [0, 0] dilation [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x9x9xf32>) -> tensor<1x6x8x8xf32>
  return %y : tensor<1x6x8x8xf32>
}

// -----

func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<5xf32>) -> tensor<1x6x8x8xf32> {
  // expected-error @+1 {{bias is tensor<5xf32>, expected one element for each of 6 outputs}}
  %y = nn.conv %x, %w bias %b stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<5xf32>) -> tensor<1x6x8x8xf32>
  return %y : tensor<1x6x8x8xf32>
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @slice(%x: tensor<2x3xf32>) -> tensor<1xf32> {
  // expected-error @+1 {{expected offsets, sizes and steps for each of 2 dimensions}}
  %y = nn.slice %x offsets [0] sizes [1] steps [1] : (tensor<2x3xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}

// -----

func.func @slice(%x: tensor<4xf32>) -> tensor<1xf32> {
  // expected-error @+1 {{step is 0, expected at least 1}}
  %y = nn.slice %x offsets [0] sizes [1] steps [0] : (tensor<4xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}

// -----

func.func @slice(%x: tensor<4xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{the window ends at 5 in dimension 0 of size 4}}
  %y = nn.slice %x offsets [1] sizes [3] steps [2] : (tensor<4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @slice(%x: tensor<4xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{offsets has the negative entry -1}}
  %y = nn.slice %x offsets [-1] sizes [3] steps [2] : (tensor<4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @adaptive_avg_pool(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error @+1 {{sizes has 1 numbers, expected one for each of 2 spatial dimensions}}
  %y = nn.adaptive_avg_pool %x sizes [4] : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

// -----

func.func @adaptive_avg_pool(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error @+1 {{size is 0, expected at least 1}}
  %y = nn.adaptive_avg_pool %x sizes [4, 0] : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @adaptive_avg_pool_backward(%g: tensor<1x4x4xf32>, %x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @+1 {{derivative and input have different ranks or element types}}
  %y = nn.adaptive_avg_pool_backward %g, %x : (tensor<1x4x4xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

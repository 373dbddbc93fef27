// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @cumprod(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{dimension 1 is not one of a tensor of rank 1}}
  %y = nn.cumprod %x dim 1 : tensor<4xf32>
  return %y : tensor<4xf32>
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @logcumsumexp(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{dimension 1 is not one of a tensor of rank 1}}
  %y = nn.logcumsumexp %x dim 1 : tensor<4xf32>
  return %y : tensor<4xf32>
}

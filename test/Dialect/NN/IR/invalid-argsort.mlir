// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @argsort(%x: tensor<2x3xf32>) -> tensor<2x3xi64> {
  // expected-error @+1 {{dimension 2 is not one of a tensor of rank 2}}
  %y = nn.argsort %x dim 2 : (tensor<2x3xf32>) -> tensor<2x3xi64>
  return %y : tensor<2x3xi64>
}

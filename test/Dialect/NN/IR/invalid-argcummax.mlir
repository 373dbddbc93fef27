// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @argcummax(%x: tensor<4xf32>) -> tensor<4xi64> {
  // expected-error @+1 {{dimension 1 is not one of a tensor of rank 1}}
  %y = nn.argcummax %x dim 1 : (tensor<4xf32>) -> tensor<4xi64>
  return %y : tensor<4xi64>
}

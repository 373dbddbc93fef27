// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @argmax(%x: tensor<4xf32>) -> tensor<i64> {
  // expected-error @+1 {{dimension 1 is not one of a tensor of rank 1}}
  %y = nn.argmax %x dim 1 : (tensor<4xf32>) -> tensor<i64>
  return %y : tensor<i64>
}

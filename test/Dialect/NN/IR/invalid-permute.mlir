// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @permute(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{dims is not a permutation of the input's 2 dimensions}}
  %y = nn.permute %x dims [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @reshape(%x: tensor<2x3xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{cannot reshape 6 elements to 5}}
  %y = nn.reshape %x sizes [5] : tensor<2x3xf32> -> tensor<5xf32>
  return %y : tensor<5xf32>
}

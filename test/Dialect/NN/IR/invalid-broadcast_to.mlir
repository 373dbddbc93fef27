// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @broadcast_to(%x: tensor<2x3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{cannot broadcast a tensor of rank 2 to rank 1}}
  %y = nn.broadcast_to %x sizes [3] : tensor<2x3xf32> -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @broadcast_to(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{cannot broadcast dimension 1 from size 3 to 4}}
  %y = nn.broadcast_to %x sizes [2, 4] : tensor<2x3xf32> -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

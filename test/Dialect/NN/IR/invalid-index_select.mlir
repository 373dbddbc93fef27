// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @index_select(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>) -> tensor<2x3xf32> {
  // expected-error @+1 {{index has rank 2, expected 1}}
  %y = nn.index_select %x, %i dim 0 : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @index_select(%x: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<2x3xf32> {
  // expected-error @+1 {{dimension 2 is not one of a tensor of rank 2}}
  %y = nn.index_select %x, %i dim 2 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

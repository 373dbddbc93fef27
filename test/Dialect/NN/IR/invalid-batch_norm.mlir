// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @batch_norm(%x: tensor<4xf32>, %m: tensor<3xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected an input of rank 2 or more, but found rank 1}}
  %y = nn.batch_norm %x mean %m variance %m epsilon 0.1 : (tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @batch_norm(%x: tensor<2x3xf32>, %m: tensor<4xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{parameter is tensor<4xf32>, expected one element of the input's type for each channel}}
  %y = nn.batch_norm %x mean %m variance %m epsilon 0.1 : (tensor<2x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

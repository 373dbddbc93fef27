// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @batch_norm_training(%x: tensor<2x3xf32>, %m: tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error @+1 {{parameter is tensor<4xf32>, expected one element of the input's type for each channel}}
  %y:3 = nn.batch_norm_training %x weight %m epsilon 0.1 : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %y#0, %y#1, %y#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}

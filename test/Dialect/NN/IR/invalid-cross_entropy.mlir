// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @cross_entropy(%x: tensor<2x3xf32>, %t: tensor<2x3xi64>) -> tensor<f32> {
  // expected-error @+1 {{scores of rank 2 need a target of rank 1, but found rank 2}}
  %y = nn.cross_entropy mean %x, %t : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @cross_entropy(%x: tensor<2x3xf32>, %t: tensor<4xi64>) -> tensor<f32> {
  // expected-error @+1 {{dimension 0 of the target is 4, the scores' is 2}}
  %y = nn.cross_entropy mean %x, %t : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @cross_entropy(%x: tensor<2x3xf32>, %t: tensor<2xi64>, %w: tensor<4xf32>) -> tensor<f32> {
  // expected-error @+1 {{weight is tensor<4xf32>, expected one element of the scores' type for each class}}
  %y = nn.cross_entropy mean %x, %t weight %w : (tensor<2x3xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @cross_entropy(%x: tensor<2x3xf32>, %t: tensor<2xi64>) -> tensor<f32> {
  // expected-error @+1 {{label_smoothing must lie between 0 and 1}}
  %y = nn.cross_entropy mean %x, %t {label_smoothing = 2.0 : f64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<f32>
  return %y : tensor<f32>
}

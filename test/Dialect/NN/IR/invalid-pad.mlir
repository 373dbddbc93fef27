// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @pad(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected low and high for each of 1 dimensions}}
  %y = nn.pad %x low [0, 1] high [0] value 0.0 : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @pad(%x: tensor<4xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{padding must not be negative}}
  %y = nn.pad %x low [-1] high [0] value 0.0 : (tensor<4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @pad(%x: tensor<4xi64>) -> tensor<5xi64> {
  // expected-error @+1 {{the value of an integer tensor is not an integer}}
  %y = nn.pad %x low [1] high [0] value 0.5 : (tensor<4xi64>) -> tensor<5xi64>
  return %y : tensor<5xi64>
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @lstm(%x: tensor<2x3xf32>, %h: tensor<2x4xf32>, %wi: tensor<16x3xf32>, %wh: tensor<16x4xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  // expected-error @+1 {{expected an input of rank 3 and weights of rank 2}}
  %y:3 = nn.lstm %x state %h, %h weights %wi, %wh : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %y#0, %y#1, %y#2 : tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

func.func @lstm(%x: tensor<5x2x3xf32>, %h: tensor<3x4xf32>, %wi: tensor<16x3xf32>, %wh: tensor<16x4xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  // expected-error @+1 {{h is tensor<3x4xf32>, expected tensor<2x4xf32>}}
  %y:3 = nn.lstm %x state %h, %h weights %wi, %wh : (tensor<5x2x3xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %y#0, %y#1, %y#2 : tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

func.func @lstm(%x: tensor<5x2x3xf32>, %h: tensor<2x4xf32>, %wi: tensor<12x3xf32>, %wh: tensor<16x4xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  // expected-error @+1 {{the input's weight is tensor<12x3xf32>, expected tensor<16x3xf32>}}
  %y:3 = nn.lstm %x state %h, %h weights %wi, %wh : (tensor<5x2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<12x3xf32>, tensor<16x4xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %y#0, %y#1, %y#2 : tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

func.func @lstm(%x: tensor<5x2x3xf32>, %h: tensor<2x4xf32>, %wi: tensor<16x3xf32>, %wh: tensor<16x4xf32>, %b: tensor<16xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  // expected-error @+1 {{expected both biases or none}}
  %y:3 = "nn.lstm"(%x, %h, %h, %wi, %wh, %b) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0>} : (tensor<5x2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<16xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %y#0, %y#1, %y#2 : tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

func.func @lstm(%x: tensor<5x2x3xf32>, %h: tensor<2x4xf32>, %wi: tensor<16x3xf32>, %wh: tensor<16x4xf32>, %b: tensor<4xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  // expected-error @+1 {{bias is tensor<4xf32>, expected tensor<16xf32>}}
  %y:3 = nn.lstm %x state %h, %h weights %wi, %wh biases %b, %b : (tensor<5x2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %y#0, %y#1, %y#2 : tensor<5x2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

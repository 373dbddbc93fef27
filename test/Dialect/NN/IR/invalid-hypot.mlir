// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @hypot(%a: tensor<4xf32>, %b: tensor<4xf64>) -> tensor<4xf32> {
  // expected-error @+1 {{operands have element types f32 and f64, expected one}}
  %y = nn.hypot %a, %b : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @hypot(%a: tensor<4xf32>, %b: tensor<5xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %y = nn.hypot %a, %b : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @hypot(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{are incompatible with return type}}
  %y = nn.hypot %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

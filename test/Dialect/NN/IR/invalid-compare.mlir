// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @compare(%a: tensor<4xf32>, %b: tensor<5xf32>) -> tensor<4xi1> {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %y = nn.compare lt %a, %b : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

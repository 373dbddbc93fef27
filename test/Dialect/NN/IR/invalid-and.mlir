// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @and(%a: tensor<4xi1>, %b: tensor<5xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %y = nn.and %a, %b : (tensor<4xi1>, tensor<5xi1>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @select(%c: tensor<5xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %y = nn.select %c, %a, %b : (tensor<5xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

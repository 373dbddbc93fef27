// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @nonzero(%mask: tensor<2x3xf32>, %n: index) -> tensor<?x2xi64> {
  // expected-error @+1 {{operand #0 must be ranked tensor of 1-bit signless integer values}}
  %y = nn.nonzero %mask count %n : tensor<2x3xf32> -> tensor<?x2xi64>
  return %y : tensor<?x2xi64>
}

// -----

func.func @nonzero(%mask: tensor<2x3xi1>, %n: index) -> tensor<?x3xi64> {
  // expected-error @+1 {{inferred type(s)}}
  %y = nn.nonzero %mask count %n : tensor<2x3xi1> -> tensor<?x3xi64>
  return %y : tensor<?x3xi64>
}

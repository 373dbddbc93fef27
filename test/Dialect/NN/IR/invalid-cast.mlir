// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @cast(%x: tensor<4xf32>) -> tensor<4xindex> {
  // expected-error @+1 {{cannot cast to index, expected a float or signless integer type}}
  %y = nn.cast %x to index : tensor<4xf32>
  return %y : tensor<4xindex>
}

// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @clamp(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected a lower bound, an upper bound, or both}}
  %y = nn.clamp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @clamp(%x: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{of an integer tensor is not an integer}}
  %y = nn.clamp %x min 0.5 : tensor<4xi32>
  return %y : tensor<4xi32>
}

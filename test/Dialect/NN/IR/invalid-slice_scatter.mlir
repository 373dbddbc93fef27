// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @slice_scatter(%s: tensor<2x3xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{source and destination have different ranks or element types}}
  %y = nn.slice_scatter %s into %d offsets [0] steps [1] : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @slice_scatter(%s: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the window ends at 4 in dimension 0 of size 4}}
  %y = nn.slice_scatter %s into %d offsets [1] steps [1] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

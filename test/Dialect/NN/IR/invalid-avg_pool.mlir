// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @avg_pool(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error @+1 {{the divisor must not be 0}}
  %y = nn.avg_pool %x kernel [2, 2] stride [2, 2] padding [0, 0] {divisor = 0 : i64} : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

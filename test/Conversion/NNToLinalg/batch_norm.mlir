// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @batch_norm
// CHECK: math.sqrt
// CHECK: arith.mulf
// CHECK: arith.addf
func.func @batch_norm(%x: tensor<?x3x8xbf16>, %m: tensor<3xf32>, %v: tensor<3xf32>, %w: tensor<3xbf16>, %b: tensor<3xbf16>) -> tensor<?x3x8xbf16> {
  %y = nn.batch_norm %x mean %m variance %v weight %w bias %b epsilon 1.000000e-05 : (tensor<?x3x8xbf16>, tensor<3xf32>, tensor<3xf32>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<?x3x8xbf16>
  return %y : tensor<?x3x8xbf16>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @layer_norm
// CHECK: arith.addf
// CHECK: arith.subf
// CHECK: math.sqrt
// CHECK: arith.mulf
func.func @layer_norm(%x: tensor<?x3x8xf32>, %w: tensor<3x8xf32>, %b: tensor<3x8xf32>) -> tensor<?x3x8xf32> {
  %y = nn.layer_norm %x weight %w bias %b rank 2 epsilon 1.000000e-05 : (tensor<?x3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<?x3x8xf32>
  return %y : tensor<?x3x8xf32>
}

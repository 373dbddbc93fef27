// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @conv_backward_weight
// CHECK: tensor.pad
// CHECK: linalg.generic
// CHECK: arith.mulf
func.func @conv_backward_weight(%g: tensor<?x6x8x8xf32>, %x: tensor<?x4x8x8xf32>) -> tensor<6x2x3x3xf32> {
  %y = nn.conv_backward_weight %g, %x kernel [3, 3] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] {groups = 2 : i64} : (tensor<?x6x8x8xf32>, tensor<?x4x8x8xf32>) -> tensor<6x2x3x3xf32>
  return %y : tensor<6x2x3x3xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @conv
// CHECK: tensor.pad
// CHECK: tensor.expand_shape
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: tensor.collapse_shape
func.func @conv(%x: tensor<?x4x9x?xf32>, %w: tensor<6x2x3x5xf32>, %b: tensor<6xf32>) -> tensor<?x6x5x?xf32> {
  %y = nn.conv %x, %w bias %b stride [2, 1] padding [1, 0], [2, 0] dilation [1, 2] {groups = 2 : i64} : (tensor<?x4x9x?xf32>, tensor<6x2x3x5xf32>, tensor<6xf32>) -> tensor<?x6x5x?xf32>
  return %y : tensor<?x6x5x?xf32>
}

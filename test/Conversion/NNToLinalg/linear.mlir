// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @linear
// CHECK: tensor.collapse_shape
// CHECK: linalg.matmul indexing_maps
// CHECK: arith.addf
// CHECK: tensor.expand_shape
func.func @linear(%x: tensor<?x7x4xf32>, %w: tensor<3x4xf32>, %b: tensor<3xf32>) -> tensor<?x7x3xf32> {
  %y = nn.linear %x, %w bias %b : (tensor<?x7x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<?x7x3xf32>
  return %y : tensor<?x7x3xf32>
}

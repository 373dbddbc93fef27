// RUN: janus-opt --janus-lower-to-loops %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @layer
// CHECK: linalg.matmul
// CHECK: arith.addf
// CHECK: arith.select
func.func @layer(%x: tensor<?x4xf32>, %w: tensor<3x4xf32>, %b: tensor<3xf32>) -> tensor<?x3xf32> {
  %0 = nn.linear %x, %w bias %b : (tensor<?x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %1 = nn.relu %0 : tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

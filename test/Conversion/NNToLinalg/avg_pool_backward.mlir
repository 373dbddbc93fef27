// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @avg_pool_backward
// CHECK: arith.divf
// CHECK: tensor.extract
func.func @avg_pool_backward(%g: tensor<?x3x4x4xf32>, %x: tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32> {
  %y = nn.avg_pool_backward %g, %x kernel [2, 2] stride [2, 2] padding [0, 0] : (tensor<?x3x4x4xf32>, tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32>
  return %y : tensor<?x3x8x8xf32>
}

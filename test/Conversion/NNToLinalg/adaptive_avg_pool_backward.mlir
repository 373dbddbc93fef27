// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @adaptive_avg_pool_backward
// CHECK: scf.for
// CHECK: tensor.extract
// CHECK: arith.divf
func.func @adaptive_avg_pool_backward(%g: tensor<?x3x3x2xf32>, %x: tensor<?x3x8x?xf32>) -> tensor<?x3x8x?xf32> {
  %y = nn.adaptive_avg_pool_backward %g, %x : (tensor<?x3x3x2xf32>, tensor<?x3x8x?xf32>) -> tensor<?x3x8x?xf32>
  return %y : tensor<?x3x8x?xf32>
}

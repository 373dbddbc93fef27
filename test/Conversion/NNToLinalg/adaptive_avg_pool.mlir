// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @adaptive_avg_pool
// CHECK: scf.for
// CHECK: tensor.extract
// CHECK: arith.divf
func.func @adaptive_avg_pool(%x: tensor<?x3x8x?xf32>) -> tensor<?x3x3x2xf32> {
  %y = nn.adaptive_avg_pool %x sizes [3, 2] : (tensor<?x3x8x?xf32>) -> tensor<?x3x3x2xf32>
  return %y : tensor<?x3x3x2xf32>
}

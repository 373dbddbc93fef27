// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @avg_pool
// CHECK: tensor.pad
// CHECK: linalg.pooling_ncw_sum
// CHECK: arith.divf
func.func @avg_pool(%x: tensor<?x3x?xf32>) -> tensor<?x3x?xf32> {
  %y = nn.avg_pool %x kernel [2] stride [2] padding [1] {count_include_pad = false} : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %y : tensor<?x3x?xf32>
}

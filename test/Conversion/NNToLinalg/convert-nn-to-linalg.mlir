// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// Every nn op goes; what is linalg already, or no tensor's business, stays.
// CHECK-LABEL: func.func @several(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: linalg.transpose
func.func @several(%x: tensor<?x4xf32>, %init: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %exp = nn.exp %x : tensor<?x4xf32>
  %sum = nn.add %exp, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %turned = linalg.transpose ins(%sum : tensor<?x4xf32>) outs(%init : tensor<4x?xf32>) permutation = [1, 0]
  return %turned : tensor<4x?xf32>
}

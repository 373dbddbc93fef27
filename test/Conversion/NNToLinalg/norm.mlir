// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @norm
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: math.sqrt
func.func @norm(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.norm %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

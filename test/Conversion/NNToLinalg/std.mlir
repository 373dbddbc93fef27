// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @std
// CHECK: arith.subf
// CHECK: arith.divf
// CHECK: math.sqrt
func.func @std(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.std %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

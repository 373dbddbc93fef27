// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @permute
// CHECK: linalg.transpose
func.func @permute(%x: tensor<?x3x4xf32>) -> tensor<3x4x?xf32> {
  %y = nn.permute %x dims [1, 2, 0] : (tensor<?x3x4xf32>) -> tensor<3x4x?xf32>
  return %y : tensor<3x4x?xf32>
}

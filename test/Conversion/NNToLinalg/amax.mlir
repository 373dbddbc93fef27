// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @amax
// CHECK: arith.maximumf
func.func @amax(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.amax %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

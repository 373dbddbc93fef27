// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @softmax
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
func.func @softmax(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.softmax %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

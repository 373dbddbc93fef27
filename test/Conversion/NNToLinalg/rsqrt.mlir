// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @rsqrt
// CHECK: math.sqrt
// CHECK: arith.divf
func.func @rsqrt(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.rsqrt %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @sigmoid
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
func.func @sigmoid(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sigmoid %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

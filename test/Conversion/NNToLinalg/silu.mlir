// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @silu
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
func.func @silu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.silu %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

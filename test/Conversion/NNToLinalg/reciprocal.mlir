// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @reciprocal
// CHECK: arith.divf
func.func @reciprocal(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.reciprocal %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

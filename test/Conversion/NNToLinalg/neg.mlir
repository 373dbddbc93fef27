// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @neg
// CHECK: arith.negf
func.func @neg(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.neg %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

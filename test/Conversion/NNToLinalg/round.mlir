// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @round
// CHECK: math.roundeven
func.func @round(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.round %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

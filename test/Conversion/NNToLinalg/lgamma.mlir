// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @lgamma
// CHECK: math.log
// CHECK: math.roundeven
// CHECK: math.absf
// CHECK: math.sin
func.func @lgamma(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.lgamma %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

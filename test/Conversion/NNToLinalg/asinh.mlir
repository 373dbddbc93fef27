// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @asinh
// CHECK: math.asinh
func.func @asinh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.asinh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @clamp
// CHECK: arith.maximumf
// CHECK: arith.minimumf
func.func @clamp(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.clamp %x min 0.000000e+00 max 6.000000e+00 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @digamma
// CHECK: math.log
// CHECK: math.trunc
// CHECK: math.tan
// CHECK: math.absf
// CHECK: math.copysign
func.func @digamma(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.digamma %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @erfinv
// CHECK: math.absf
// CHECK: math.log
// CHECK: math.sqrt
// CHECK: math.copysign
func.func @erfinv(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.erfinv %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

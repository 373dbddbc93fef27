// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @i0e
// CHECK: math.absf
// CHECK: math.sqrt
func.func @i0e(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.i0e %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

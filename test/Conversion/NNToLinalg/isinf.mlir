// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @isinf
// CHECK: math.absf
// CHECK: arith.cmpf oeq
func.func @isinf(%x: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.isinf %x : tensor<?x4xf32>
  return %y : tensor<?x4xi1>
}

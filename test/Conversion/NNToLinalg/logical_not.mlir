// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @logical_not
// CHECK: arith.cmpf oeq
func.func @logical_not(%x: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.logical_not %x : tensor<?x4xf32>
  return %y : tensor<?x4xi1>
}

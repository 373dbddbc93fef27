// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @isnan
// CHECK: arith.cmpf uno
func.func @isnan(%x: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.isnan %x : tensor<?x4xf32>
  return %y : tensor<?x4xi1>
}

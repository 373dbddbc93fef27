// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @sign
// CHECK: arith.cmpf olt
// CHECK: arith.cmpf olt
// CHECK: arith.subf
func.func @sign(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sign %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

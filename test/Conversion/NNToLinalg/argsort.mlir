// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @argsort
// CHECK: linalg.index 0
// CHECK: math.ctlz
// CHECK: scf.for
// CHECK: arith.cmpf olt
// CHECK: tensor.insert
func.func @argsort(%x: tensor<?x3xf32>) -> tensor<?x3xi64> {
  %y = nn.argsort %x dim 0 descending : (tensor<?x3xf32>) -> tensor<?x3xi64>
  return %y : tensor<?x3xi64>
}

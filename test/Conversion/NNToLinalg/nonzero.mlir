// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @nonzero
// CHECK: tensor.empty(%{{.*}}) : tensor<?x2xi64>
// CHECK: scf.for
// CHECK: scf.if
// CHECK: tensor.insert
func.func @nonzero(%mask: tensor<?x3xi1>, %n: index) -> tensor<?x2xi64> {
  %y = nn.nonzero %mask count %n : tensor<?x3xi1> -> tensor<?x2xi64>
  return %y : tensor<?x2xi64>
}

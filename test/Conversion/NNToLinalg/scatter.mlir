// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @scatter
// CHECK: scf.for
func.func @scatter(%s: tensor<?x2xf32>, %x: tensor<?x3xf32>, %i: tensor<?x2xi64>) -> tensor<?x3xf32> {
  %y = nn.scatter maximum %s into %x at %i dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @scatter_add
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tensor.extract
// CHECK: arith.addf
// CHECK: tensor.insert
func.func @scatter_add(%s: tensor<?x2xf32>, %x: tensor<?x3xf32>, %i: tensor<?x2xi64>) -> tensor<?x3xf32> {
  %y = nn.scatter_add %s into %x at %i dim 1 : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

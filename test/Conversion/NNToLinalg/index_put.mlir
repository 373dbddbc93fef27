// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @index_put
// CHECK: scf.for
// CHECK: tensor.extract
// CHECK: tensor.insert
func.func @index_put(%v: tensor<5x3xf32>, %x: tensor<?x3xf32>, %i: tensor<5xi64>) -> tensor<?x3xf32> {
  %y = nn.index_put %v into %x at %i dim 0 : (tensor<5x3xf32>, tensor<?x3xf32>, tensor<5xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

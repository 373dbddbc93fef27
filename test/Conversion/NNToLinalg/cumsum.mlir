// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @cumsum
// CHECK: scf.for
// CHECK: tensor.extract_slice
// CHECK: arith.addf
// CHECK: tensor.insert_slice
func.func @cumsum(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cumsum %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

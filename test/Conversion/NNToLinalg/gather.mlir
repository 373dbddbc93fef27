// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @gather
// CHECK: linalg.index 0
// CHECK: tensor.extract
func.func @gather(%x: tensor<?x3xf32>, %i: tensor<?x2xi64>) -> tensor<?x2xf32> {
  %y = nn.gather %x, %i dim 1 : (tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

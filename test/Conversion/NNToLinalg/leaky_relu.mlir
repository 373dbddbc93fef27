// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @leaky_relu
// CHECK: arith.cmpf
// CHECK: arith.select
func.func @leaky_relu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.leaky_relu %x slope 1.000000e-02 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

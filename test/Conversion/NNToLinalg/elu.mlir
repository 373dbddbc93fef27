// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @elu
// CHECK: math.expm1
// CHECK: arith.select
func.func @elu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.elu %x alpha 1.000000e+00 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

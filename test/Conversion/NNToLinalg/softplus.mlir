// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @softplus
// CHECK: math.log1p
// CHECK: arith.select
func.func @softplus(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.softplus %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

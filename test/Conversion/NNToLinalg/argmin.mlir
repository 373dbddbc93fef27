// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @argmin
// CHECK: linalg.index 1
// CHECK: arith.select
func.func @argmin(%x: tensor<?x4xf32>) -> tensor<?xi64> {
  %y = nn.argmin %x dim 1 : (tensor<?x4xf32>) -> tensor<?xi64>
  return %y : tensor<?xi64>
}

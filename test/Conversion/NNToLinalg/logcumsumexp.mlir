// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @logcumsumexp
// CHECK: scf.for
// CHECK: math.exp
// CHECK: math.log1p
// CHECK: math.absf
func.func @logcumsumexp(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.logcumsumexp %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

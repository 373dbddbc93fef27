// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @cumprod
// CHECK: scf.for
func.func @cumprod(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cumprod %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @atan
// CHECK: math.atan %
func.func @atan(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.atan %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

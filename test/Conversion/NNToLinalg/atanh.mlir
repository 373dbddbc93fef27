// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @atanh
// CHECK: math.atanh
func.func @atanh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.atanh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

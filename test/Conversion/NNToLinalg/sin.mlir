// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @sin
// CHECK: math.sin
func.func @sin(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sin %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

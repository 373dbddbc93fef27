// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @cos
// CHECK: math.cos
func.func @cos(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cos %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

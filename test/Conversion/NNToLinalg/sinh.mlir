// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @sinh
// CHECK: math.sinh
func.func @sinh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sinh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @tan
// CHECK: math.tan %
func.func @tan(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.tan %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

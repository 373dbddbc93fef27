// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @acos
// CHECK: math.acos
func.func @acos(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.acos %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

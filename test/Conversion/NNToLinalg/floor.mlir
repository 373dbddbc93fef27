// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @floor
// CHECK: math.floor
func.func @floor(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.floor %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

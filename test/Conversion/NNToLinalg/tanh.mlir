// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @tanh
// CHECK: math.tanh
func.func @tanh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.tanh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

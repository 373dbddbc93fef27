// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @ceil
// CHECK: math.ceil
func.func @ceil(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.ceil %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

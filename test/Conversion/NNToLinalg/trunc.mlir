// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @trunc
// CHECK: math.trunc
func.func @trunc(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.trunc %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @sqrt
// CHECK: math.sqrt
func.func @sqrt(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sqrt %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

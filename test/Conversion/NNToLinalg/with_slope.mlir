// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @with_slope
// CHECK-SAME: (%[[VALUE:[^:]*]]: tensor<?x4xf32>
// CHECK: return %[[VALUE]]
func.func @with_slope(%v: tensor<?x4xf32>, %x: tensor<?x4xf32>, %g: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.with_slope %v, %x slope %g : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

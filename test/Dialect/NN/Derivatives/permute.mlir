// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @permute
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3x4xf64>, %[[SEED:[^:]*]]: tensor<4x2x3xf64>)
func.func @permute(%a0: tensor<2x3x4xf64>, %seed: tensor<4x2x3xf64>) -> tensor<2x3x4xf64> {
  // CHECK: %[[V0:.*]] = nn.permute %[[SEED]] dims [1, 2, 0]
  // CHECK: return %[[V0]]
  %y = nn.permute %a0 dims [2, 0, 1] : (tensor<2x3x4xf64>) -> tensor<4x2x3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<4x2x3xf64>, tensor<4x2x3xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %g : tensor<2x3x4xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @broadcast_to
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x1xf64>, %[[SEED:[^:]*]]: tensor<2x3x4xf64>)
func.func @broadcast_to(%a0: tensor<3x1xf64>, %seed: tensor<2x3x4xf64>) -> tensor<3x1xf64> {
  // CHECK: %[[V0:.*]] = nn.sum %[[SEED]] dims [0, 2]
  // CHECK: %[[V1:.*]] = nn.reshape %[[V0]] sizes [3, 1]
  // CHECK: return %[[V1]]
  %y = nn.broadcast_to %a0 sizes [2, 3, 4] : tensor<3x1xf64> -> tensor<2x3x4xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<2x3x4xf64>, tensor<2x3x4xf64>, tensor<3x1xf64>) -> tensor<3x1xf64>
  return %g : tensor<3x1xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @logsumexp
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[SEED:[^:]*]]: tensor<3xf64>)
func.func @logsumexp(%a0: tensor<3x4xf64>, %seed: tensor<3xf64>) -> tensor<3x4xf64> {
  // CHECK: %[[V0:.*]] = nn.logsumexp %[[A0]] dims [1]
  // CHECK: %[[V1:.*]] = nn.reshape %[[V0]] sizes [3, 1]
  // CHECK: %[[V2:.*]] = nn.broadcast_to %[[V1]] sizes [3, 4]
  // CHECK: %[[V3:.*]] = nn.sub %[[A0]], %[[V2]]
  // CHECK: %[[V4:.*]] = nn.exp %[[V3]]
  // CHECK: %[[V5:.*]] = nn.reshape %[[SEED]] sizes [3, 1]
  // CHECK: %[[V6:.*]] = nn.broadcast_to %[[V5]] sizes [3, 4]
  // CHECK: %[[V7:.*]] = nn.mul %[[V6]], %[[V4]]
  // CHECK: return %[[V7]]
  %y = nn.logsumexp %a0 dims [1]  : (tensor<3x4xf64>) -> tensor<3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3xf64>, tensor<3xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %g : tensor<3x4xf64>
}

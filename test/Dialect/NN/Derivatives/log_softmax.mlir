// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @log_softmax
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[SEED:[^:]*]]: tensor<3x4xf64>)
func.func @log_softmax(%a0: tensor<3x4xf64>, %seed: tensor<3x4xf64>) -> tensor<3x4xf64> {
  // CHECK: %[[V0:.*]] = nn.log_softmax %[[A0]] dim 0
  // CHECK: %[[V1:.*]] = nn.sum %[[SEED]] dims [0]
  // CHECK: %[[V2:.*]] = nn.reshape %[[V1]] sizes [1, 4]
  // CHECK: %[[V3:.*]] = nn.broadcast_to %[[V2]] sizes [3, 4]
  // CHECK: %[[V4:.*]] = nn.exp %[[V0]]
  // CHECK: %[[V5:.*]] = nn.mul %[[V4]], %[[V3]]
  // CHECK: %[[V6:.*]] = nn.sub %[[SEED]], %[[V5]]
  // CHECK: return %[[V6]]
  %y = nn.log_softmax %a0 dim 0 : tensor<3x4xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %g : tensor<3x4xf64>
}

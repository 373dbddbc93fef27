// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @softmax
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[SEED:[^:]*]]: tensor<3x4xf64>)
func.func @softmax(%a0: tensor<3x4xf64>, %seed: tensor<3x4xf64>) -> tensor<3x4xf64> {
  // CHECK: %[[V0:.*]] = nn.softmax %[[A0]] dim 1
  // CHECK: %[[V1:.*]] = nn.mul %[[SEED]], %[[V0]]
  // CHECK: %[[V2:.*]] = nn.sum %[[V1]] dims [1]
  // CHECK: %[[V3:.*]] = nn.reshape %[[V2]] sizes [3, 1]
  // CHECK: %[[V4:.*]] = nn.broadcast_to %[[V3]] sizes [3, 4]
  // CHECK: %[[V5:.*]] = nn.mul %[[V0]], %[[V4]]
  // CHECK: %[[V6:.*]] = nn.sub %[[V1]], %[[V5]]
  // CHECK: return %[[V6]]
  %y = nn.softmax %a0 dim 1 : tensor<3x4xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %g : tensor<3x4xf64>
}

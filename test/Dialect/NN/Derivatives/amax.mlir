// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @amax
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x8xf64>, %[[SEED:[^:]*]]: tensor<3xf64>)
func.func @amax(%a0: tensor<3x8xf64>, %seed: tensor<3xf64>) -> tensor<3x8xf64> {
  // CHECK: %[[V0:.*]] = nn.amax %[[A0]] dims [1]
  // CHECK: %[[V1:.*]] = nn.reshape %[[V0]] sizes [3, 1]
  // CHECK: %[[V2:.*]] = nn.broadcast_to %[[V1]] sizes [3, 8]
  // CHECK: %[[V3:.*]] = nn.compare eq %[[A0]], %[[V2]]
  // CHECK: %[[V4:.*]] = nn.cast %[[V3]] to f64
  // CHECK: %[[V5:.*]] = nn.sum %[[V4]] dims [1]
  // CHECK: %[[V6:.*]] = nn.reshape %[[SEED]] sizes [3, 1]
  // CHECK: %[[V7:.*]] = nn.broadcast_to %[[V6]] sizes [3, 8]
  // CHECK: %[[V8:.*]] = nn.mul %[[V7]], %[[V4]]
  // CHECK: %[[V9:.*]] = nn.reshape %[[V5]] sizes [3, 1]
  // CHECK: %[[V10:.*]] = nn.broadcast_to %[[V9]] sizes [3, 8]
  // CHECK: %[[V11:.*]] = nn.div %[[V8]], %[[V10]]
  // CHECK: return %[[V11]]
  %y = nn.amax %a0 dims [1]  : (tensor<3x8xf64>) -> tensor<3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3xf64>, tensor<3xf64>, tensor<3x8xf64>) -> tensor<3x8xf64>
  return %g : tensor<3x8xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @var
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[SEED:[^:]*]]: tensor<3xf64>)
func.func @var(%a0: tensor<3x4xf64>, %seed: tensor<3xf64>) -> tensor<3x4xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<3.000000e+00> : tensor<f64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<2.000000e+00> : tensor<3xf64>
  // CHECK: %[[V2:.*]] = nn.mul %[[SEED]], %[[C2]]
  // CHECK: %[[V3:.*]] = nn.broadcast_to %[[C1]] sizes [3]
  // CHECK: %[[V4:.*]] = nn.div %[[V2]], %[[V3]]
  // CHECK: %[[V5:.*]] = nn.mean %[[A0]] dims [1]
  // CHECK: %[[V6:.*]] = nn.reshape %[[V4]] sizes [3, 1]
  // CHECK: %[[V7:.*]] = nn.broadcast_to %[[V6]] sizes [3, 4]
  // CHECK: %[[V8:.*]] = nn.reshape %[[V5]] sizes [3, 1]
  // CHECK: %[[V9:.*]] = nn.broadcast_to %[[V8]] sizes [3, 4]
  // CHECK: %[[V10:.*]] = nn.sub %[[A0]], %[[V9]]
  // CHECK: %[[V11:.*]] = nn.mul %[[V7]], %[[V10]]
  // CHECK: return %[[V11]]
  %y = nn.var %a0 dims [1]  : (tensor<3x4xf64>) -> tensor<3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3xf64>, tensor<3xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %g : tensor<3x4xf64>
}

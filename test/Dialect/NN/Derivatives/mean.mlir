// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @mean
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3x4xf64>, %[[SEED:[^:]*]]: tensor<3xf64>)
func.func @mean(%a0: tensor<2x3x4xf64>, %seed: tensor<3xf64>) -> tensor<2x3x4xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<8.000000e+00> : tensor<f64>
  // CHECK: %[[V1:.*]] = nn.broadcast_to %[[C1]] sizes [3]
  // CHECK: %[[V2:.*]] = nn.div %[[SEED]], %[[V1]]
  // CHECK: %[[V3:.*]] = nn.reshape %[[V2]] sizes [1, 3, 1]
  // CHECK: %[[V4:.*]] = nn.broadcast_to %[[V3]] sizes [2, 3, 4]
  // CHECK: return %[[V4]]
  %y = nn.mean %a0 dims [0, 2]  : (tensor<2x3x4xf64>) -> tensor<3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3xf64>, tensor<3xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %g : tensor<2x3x4xf64>
}

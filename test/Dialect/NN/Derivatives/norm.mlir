// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @norm
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x2xf64>, %[[SEED:[^:]*]]: tensor<2xf64>)
func.func @norm(%a0: tensor<2x2xf64>, %seed: tensor<2xf64>) -> tensor<2x2xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<2xf64>
  // CHECK: %[[V1:.*]] = nn.norm %[[A0]] dims [1]
  // CHECK: %[[V2:.*]] = nn.compare eq %[[V1]], %[[C1]]
  // CHECK: %[[V3:.*]] = nn.div %[[SEED]], %[[V1]]
  // CHECK: %[[V4:.*]] = nn.select %[[V2]], %[[C1]], %[[V3]]
  // CHECK: %[[V5:.*]] = nn.reshape %[[V4]] sizes [2, 1]
  // CHECK: %[[V6:.*]] = nn.broadcast_to %[[V5]] sizes [2, 2]
  // CHECK: %[[V7:.*]] = nn.mul %[[A0]], %[[V6]]
  // CHECK: return %[[V7]]
  %y = nn.norm %a0 dims [1]  : (tensor<2x2xf64>) -> tensor<2xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<2xf64>, tensor<2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  return %g : tensor<2x2xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @sqrt
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<4xf64>)
func.func @sqrt(%a0: tensor<4xf64>, %seed: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<2.000000e+00> : tensor<4xf64>
  // CHECK: %[[V1:.*]] = nn.sqrt %[[A0]]
  // CHECK: %[[V2:.*]] = nn.mul %[[V1]], %[[C1]]
  // CHECK: %[[V3:.*]] = nn.div %[[SEED]], %[[V2]]
  // CHECK: return %[[V3]]
  %y = nn.sqrt %a0 : tensor<4xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %g : tensor<4xf64>
}

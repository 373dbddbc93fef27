// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @tanh
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @tanh(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.000000e+00> : tensor<6xf64>
  // CHECK: %[[V1:.*]] = nn.tanh %[[A0]]
  // CHECK: %[[V2:.*]] = nn.mul %[[V1]], %[[V1]]
  // CHECK: %[[V3:.*]] = nn.sub %[[C1]], %[[V2]]
  // CHECK: %[[V4:.*]] = nn.mul %[[SEED]], %[[V3]]
  // CHECK: return %[[V4]]
  %y = nn.tanh %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

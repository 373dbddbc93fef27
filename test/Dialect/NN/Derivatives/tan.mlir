// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @tan
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @tan(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.000000e+00> : tensor<6xf64>
  // CHECK: %[[V1:.*]] = nn.tan %[[A0]]
  // CHECK: %[[V2:.*]] = nn.mul %[[V1]], %[[V1]]
  // CHECK: %[[V3:.*]] = nn.add %[[V2]], %[[C1]]
  // CHECK: %[[V4:.*]] = nn.mul %[[SEED]], %[[V3]]
  // CHECK: return %[[V4]]
  %y = nn.tan %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

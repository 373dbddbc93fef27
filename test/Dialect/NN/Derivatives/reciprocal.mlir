// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @reciprocal
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @reciprocal(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK: %[[V0:.*]] = nn.reciprocal %[[A0]]
  // CHECK: %[[V1:.*]] = nn.neg %[[SEED]]
  // CHECK: %[[V2:.*]] = nn.mul %[[V0]], %[[V0]]
  // CHECK: %[[V3:.*]] = nn.mul %[[V1]], %[[V2]]
  // CHECK: return %[[V3]]
  %y = nn.reciprocal %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

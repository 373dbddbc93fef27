// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @silu
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @silu(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.000000e+00> : tensor<6xf64>
  // CHECK: %[[V1:.*]] = nn.sigmoid %[[A0]]
  // CHECK: %[[V2:.*]] = nn.sub %[[C1]], %[[V1]]
  // CHECK: %[[V3:.*]] = nn.mul %[[A0]], %[[V2]]
  // CHECK: %[[V4:.*]] = nn.add %[[V3]], %[[C1]]
  // CHECK: %[[V5:.*]] = nn.mul %[[SEED]], %[[V1]]
  // CHECK: %[[V6:.*]] = nn.mul %[[V5]], %[[V4]]
  // CHECK: return %[[V6]]
  %y = nn.silu %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

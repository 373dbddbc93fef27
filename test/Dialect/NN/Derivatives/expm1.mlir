// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @expm1
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @expm1(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.000000e+00> : tensor<6xf64>
  // CHECK: %[[V1:.*]] = nn.expm1 %[[A0]]
  // CHECK: %[[V2:.*]] = nn.add %[[V1]], %[[C1]]
  // CHECK: %[[V3:.*]] = nn.mul %[[SEED]], %[[V2]]
  // CHECK: return %[[V3]]
  %y = nn.expm1 %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

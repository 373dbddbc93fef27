// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @softplus
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @softplus(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<2.000000e+01> : tensor<6xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<1.000000e+00> : tensor<6xf64>
  // CHECK: %[[V2:.*]] = nn.exp %[[A0]]
  // CHECK: %[[V3:.*]] = nn.compare gt %[[A0]], %[[C1]]
  // CHECK: %[[V4:.*]] = nn.mul %[[SEED]], %[[V2]]
  // CHECK: %[[V5:.*]] = nn.add %[[V2]], %[[C2]]
  // CHECK: %[[V6:.*]] = nn.div %[[V4]], %[[V5]]
  // CHECK: %[[V7:.*]] = nn.select %[[V3]], %[[SEED]], %[[V6]]
  // CHECK: return %[[V7]]
  %y = nn.softplus %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

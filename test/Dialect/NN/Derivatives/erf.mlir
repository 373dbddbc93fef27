// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @erf
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @erf(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.1283791670955126> : tensor<6xf64>
  // CHECK: %[[V1:.*]] = nn.mul %[[A0]], %[[A0]]
  // CHECK: %[[V2:.*]] = nn.neg %[[V1]]
  // CHECK: %[[V3:.*]] = nn.exp %[[V2]]
  // CHECK: %[[V4:.*]] = nn.mul %[[V3]], %[[C1]]
  // CHECK: %[[V5:.*]] = nn.mul %[[V4]], %[[SEED]]
  // CHECK: return %[[V5]]
  %y = nn.erf %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

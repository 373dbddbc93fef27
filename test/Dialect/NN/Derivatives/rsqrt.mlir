// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @rsqrt
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @rsqrt(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<-5.000000e-01> : tensor<6xf64>
  // CHECK: %[[V1:.*]] = nn.rsqrt %[[A0]]
  // CHECK: %[[V2:.*]] = nn.mul %[[SEED]], %[[C1]]
  // CHECK: %[[V3:.*]] = nn.mul %[[V1]], %[[V1]]
  // CHECK: %[[V4:.*]] = nn.mul %[[V1]], %[[V3]]
  // CHECK: %[[V5:.*]] = nn.mul %[[V2]], %[[V4]]
  // CHECK: return %[[V5]]
  %y = nn.rsqrt %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @atan2
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4xf64>, %[[A1:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<4xf64>)
func.func @atan2(%a0: tensor<4xf64>, %a1: tensor<4xf64>, %seed: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf64>
  // CHECK: %[[V1:.*]] = nn.mul %[[A0]], %[[A0]]
  // CHECK: %[[V2:.*]] = nn.mul %[[A1]], %[[A1]]
  // CHECK: %[[V3:.*]] = nn.add %[[V1]], %[[V2]]
  // CHECK: %[[V4:.*]] = nn.reciprocal %[[V3]]
  // CHECK: %[[V5:.*]] = nn.compare eq %[[V3]], %[[C1]]
  // CHECK: %[[V6:.*]] = nn.select %[[V5]], %[[C1]], %[[V4]]
  // CHECK: %[[V7:.*]] = nn.mul %[[A1]], %[[V6]]
  // CHECK: %[[V8:.*]] = nn.mul %[[SEED]], %[[V7]]
  // CHECK: %[[V9:.*]] = nn.neg %[[A0]]
  // CHECK: %[[V10:.*]] = nn.mul %[[V9]], %[[V6]]
  // CHECK: %[[V11:.*]] = nn.mul %[[SEED]], %[[V10]]
  // CHECK: return %[[V8]], %[[V11]]
  %y = nn.atan2 %a0, %a1 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %g#0, %g#1 : tensor<4xf64>, tensor<4xf64>
}

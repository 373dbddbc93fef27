// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @pow
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4xf64>, %[[A1:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<4xf64>)
func.func @pow(%a0: tensor<4xf64>, %a1: tensor<4xf64>, %seed: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<-1.000000e+00> : tensor<4xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf64>
  // CHECK: %[[V2:.*]] = nn.pow %[[A0]], %[[A1]]
  // CHECK: %[[V3:.*]] = nn.add %[[A1]], %[[C1]]
  // CHECK: %[[V4:.*]] = nn.pow %[[A0]], %[[V3]]
  // CHECK: %[[V5:.*]] = nn.compare eq %[[A1]], %[[C2]]
  // CHECK: %[[V6:.*]] = nn.mul %[[A1]], %[[V4]]
  // CHECK: %[[V7:.*]] = nn.mul %[[SEED]], %[[V6]]
  // CHECK: %[[V8:.*]] = nn.select %[[V5]], %[[C2]], %[[V7]]
  // CHECK: %[[V9:.*]] = nn.compare eq %[[A0]], %[[C2]]
  // CHECK: %[[V10:.*]] = nn.compare ge %[[A1]], %[[C2]]
  // CHECK: %[[V11:.*]] = nn.mul %[[V9]], %[[V10]]
  // CHECK: %[[V12:.*]] = nn.log %[[A0]]
  // CHECK: %[[V13:.*]] = nn.mul %[[V2]], %[[V12]]
  // CHECK: %[[V14:.*]] = nn.select %[[V11]], %[[C2]], %[[V13]]
  // CHECK: %[[V15:.*]] = nn.mul %[[SEED]], %[[V14]]
  // CHECK: return %[[V8]], %[[V15]]
  %y = nn.pow %a0, %a1 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %g#0, %g#1 : tensor<4xf64>, tensor<4xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @select
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4xi1>, %[[A1:[^:]*]]: tensor<4xf64>, %[[A2:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<4xf64>)
func.func @select(%a0: tensor<4xi1>, %a1: tensor<4xf64>, %a2: tensor<4xf64>, %seed: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf64>
  // CHECK: %[[V1:.*]] = nn.select %[[A0]], %[[SEED]], %[[C1]]
  // CHECK: %[[V2:.*]] = nn.select %[[A0]], %[[C1]], %[[SEED]]
  // CHECK: return %[[V1]], %[[V2]]
  %y = nn.select %a0, %a1, %a2 : (tensor<4xi1>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a1, %a2) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %g#0, %g#1 : tensor<4xf64>, tensor<4xf64>
}

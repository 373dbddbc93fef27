// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @remainder
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4xf64>, %[[A1:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<4xf64>)
func.func @remainder(%a0: tensor<4xf64>, %a1: tensor<4xf64>, %seed: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  // CHECK: %[[V0:.*]] = nn.floor_div %[[A0]], %[[A1]]
  // CHECK: %[[V1:.*]] = nn.neg %[[SEED]]
  // CHECK: %[[V2:.*]] = nn.mul %[[V1]], %[[V0]]
  // CHECK: return %[[SEED]], %[[V2]]
  %y = nn.remainder %a0, %a1 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %g#0, %g#1 : tensor<4xf64>, tensor<4xf64>
}

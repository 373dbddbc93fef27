// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @div
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4xf64>, %[[A1:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<4xf64>)
func.func @div(%a0: tensor<4xf64>, %a1: tensor<4xf64>, %seed: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  // CHECK: %[[V0:.*]] = nn.div %[[A0]], %[[A1]]
  // CHECK: %[[V1:.*]] = nn.div %[[SEED]], %[[A1]]
  // CHECK: %[[V2:.*]] = nn.neg %[[SEED]]
  // CHECK: %[[V3:.*]] = nn.div %[[V0]], %[[A1]]
  // CHECK: %[[V4:.*]] = nn.mul %[[V2]], %[[V3]]
  // CHECK: return %[[V1]], %[[V4]]
  %y = nn.div %a0, %a1 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %g#0, %g#1 : tensor<4xf64>, tensor<4xf64>
}

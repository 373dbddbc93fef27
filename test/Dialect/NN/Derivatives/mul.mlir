// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @mul
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4xf64>, %[[A1:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<4xf64>)
func.func @mul(%a0: tensor<4xf64>, %a1: tensor<4xf64>, %seed: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  // CHECK: %[[V0:.*]] = nn.mul %[[SEED]], %[[A1]]
  // CHECK: %[[V1:.*]] = nn.mul %[[SEED]], %[[A0]]
  // CHECK: return %[[V0]], %[[V1]]
  %y = nn.mul %a0, %a1 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %g#0, %g#1 : tensor<4xf64>, tensor<4xf64>
}

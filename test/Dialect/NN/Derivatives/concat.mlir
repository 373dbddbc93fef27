// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @concat
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3xf64>, %[[A1:[^:]*]]: tensor<2x4xf64>, %[[SEED:[^:]*]]: tensor<2x7xf64>)
func.func @concat(%a0: tensor<2x3xf64>, %a1: tensor<2x4xf64>, %seed: tensor<2x7xf64>) -> (tensor<2x3xf64>, tensor<2x4xf64>) {
  // CHECK: %[[V0:.*]] = nn.slice %[[SEED]] offsets [0, 0] sizes [2, 3] steps [1, 1]
  // CHECK: %[[V1:.*]] = nn.slice %[[SEED]] offsets [0, 3] sizes [2, 4] steps [1, 1]
  // CHECK: return %[[V0]], %[[V1]]
  %y = nn.concat %a0, %a1 dim 1 : (tensor<2x3xf64>, tensor<2x4xf64>) -> tensor<2x7xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<2x7xf64>, tensor<2x7xf64>, tensor<2x3xf64>, tensor<2x4xf64>) -> (tensor<2x3xf64>, tensor<2x4xf64>)
  return %g#0, %g#1 : tensor<2x3xf64>, tensor<2x4xf64>
}

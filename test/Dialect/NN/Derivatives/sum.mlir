// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3x4xf64>, %[[SEED:[^:]*]]: tensor<3xf64>)
func.func @sum(%a0: tensor<2x3x4xf64>, %seed: tensor<3xf64>) -> tensor<2x3x4xf64> {
  // CHECK: %[[V0:.*]] = nn.reshape %[[SEED]] sizes [1, 3, 1]
  // CHECK: %[[V1:.*]] = nn.broadcast_to %[[V0]] sizes [2, 3, 4]
  // CHECK: return %[[V1]]
  %y = nn.sum %a0 dims [0, 2]  : (tensor<2x3x4xf64>) -> tensor<3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3xf64>, tensor<3xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %g : tensor<2x3x4xf64>
}

// CHECK-LABEL: func.func @sum_keepdim
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3x4xf64>, %[[SEED:[^:]*]]: tensor<1x3x1xf64>)
func.func @sum_keepdim(%a0: tensor<2x3x4xf64>, %seed: tensor<1x3x1xf64>) -> tensor<2x3x4xf64> {
  // CHECK: %[[V0:.*]] = nn.broadcast_to %[[SEED]] sizes [2, 3, 4]
  // CHECK: return %[[V0]]
  %y = nn.sum %a0 dims [0, 2] keepdim : (tensor<2x3x4xf64>) -> tensor<1x3x1xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<1x3x1xf64>, tensor<1x3x1xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %g : tensor<2x3x4xf64>
}

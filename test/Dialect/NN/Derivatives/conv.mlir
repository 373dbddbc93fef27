// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @conv
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3x5x6xf64>, %[[A1:[^:]*]]: tensor<4x3x3x3xf64>, %[[A2:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<2x4x5x6xf64>)
func.func @conv(%a0: tensor<2x3x5x6xf64>, %a1: tensor<4x3x3x3xf64>, %a2: tensor<4xf64>, %seed: tensor<2x4x5x6xf64>) -> (tensor<2x3x5x6xf64>, tensor<4x3x3x3xf64>, tensor<4xf64>) {
  // CHECK: %[[V0:.*]] = nn.conv_backward_input %[[SEED]], %[[A1]] sizes [5, 6] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1]
  // CHECK: %[[V1:.*]] = nn.conv_backward_weight %[[SEED]], %[[A0]] kernel [3, 3] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1]
  // CHECK: %[[V2:.*]] = nn.sum %[[SEED]] dims [0, 2, 3]
  // CHECK: return %[[V0]], %[[V1]], %[[V2]]
  %y = nn.conv %a0, %a1 bias %a2 stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<2x3x5x6xf64>, tensor<4x3x3x3xf64>, tensor<4xf64>) -> tensor<2x4x5x6xf64>
  %g:3 = nn.gradient %y, %seed wrt (%a0, %a1, %a2) : (tensor<2x4x5x6xf64>, tensor<2x4x5x6xf64>, tensor<2x3x5x6xf64>, tensor<4x3x3x3xf64>, tensor<4xf64>) -> (tensor<2x3x5x6xf64>, tensor<4x3x3x3xf64>, tensor<4xf64>)
  return %g#0, %g#1, %g#2 : tensor<2x3x5x6xf64>, tensor<4x3x3x3xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func @conv_1d
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x2x10xf64>, %[[A1:[^:]*]]: tensor<3x2x4xf64>, %[[A2:[^:]*]]: tensor<3xf64>, %[[SEED:[^:]*]]: tensor<2x3x4xf64>)
func.func @conv_1d(%a0: tensor<2x2x10xf64>, %a1: tensor<3x2x4xf64>, %a2: tensor<3xf64>, %seed: tensor<2x3x4xf64>) -> (tensor<2x2x10xf64>, tensor<3x2x4xf64>, tensor<3xf64>) {
  // CHECK: %[[V0:.*]] = nn.conv_backward_input %[[SEED]], %[[A1]] sizes [10] stride [3] padding [2], [2] dilation [1]
  // CHECK: %[[V1:.*]] = nn.conv_backward_weight %[[SEED]], %[[A0]] kernel [4] stride [3] padding [2], [2] dilation [1]
  // CHECK: %[[V2:.*]] = nn.sum %[[SEED]] dims [0, 2]
  // CHECK: return %[[V0]], %[[V1]], %[[V2]]
  %y = nn.conv %a0, %a1 bias %a2 stride [3] padding [2], [2] dilation [1] : (tensor<2x2x10xf64>, tensor<3x2x4xf64>, tensor<3xf64>) -> tensor<2x3x4xf64>
  %g:3 = nn.gradient %y, %seed wrt (%a0, %a1, %a2) : (tensor<2x3x4xf64>, tensor<2x3x4xf64>, tensor<2x2x10xf64>, tensor<3x2x4xf64>, tensor<3xf64>) -> (tensor<2x2x10xf64>, tensor<3x2x4xf64>, tensor<3xf64>)
  return %g#0, %g#1, %g#2 : tensor<2x2x10xf64>, tensor<3x2x4xf64>, tensor<3xf64>
}

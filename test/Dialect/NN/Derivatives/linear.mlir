// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @linear
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[A1:[^:]*]]: tensor<5x4xf64>, %[[A2:[^:]*]]: tensor<5xf64>, %[[SEED:[^:]*]]: tensor<3x5xf64>)
func.func @linear(%a0: tensor<3x4xf64>, %a1: tensor<5x4xf64>, %a2: tensor<5xf64>, %seed: tensor<3x5xf64>) -> (tensor<3x4xf64>, tensor<5x4xf64>, tensor<5xf64>) {
  // CHECK: %[[V0:.*]] = nn.matmul %[[SEED]], %[[A1]]
  // CHECK: %[[V1:.*]] = nn.matmul %[[SEED]], %[[A0]] {transpose_lhs}
  // CHECK: %[[V2:.*]] = nn.sum %[[SEED]] dims [0]
  // CHECK: return %[[V0]], %[[V1]], %[[V2]]
  %y = nn.linear %a0, %a1 bias %a2 : (tensor<3x4xf64>, tensor<5x4xf64>, tensor<5xf64>) -> tensor<3x5xf64>
  %g:3 = nn.gradient %y, %seed wrt (%a0, %a1, %a2) : (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x4xf64>, tensor<5x4xf64>, tensor<5xf64>) -> (tensor<3x4xf64>, tensor<5x4xf64>, tensor<5xf64>)
  return %g#0, %g#1, %g#2 : tensor<3x4xf64>, tensor<5x4xf64>, tensor<5xf64>
}

// CHECK-LABEL: func.func @linear_rank3
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3x4xf64>, %[[A1:[^:]*]]: tensor<5x4xf64>, %[[A2:[^:]*]]: tensor<5xf64>, %[[SEED:[^:]*]]: tensor<2x3x5xf64>)
func.func @linear_rank3(%a0: tensor<2x3x4xf64>, %a1: tensor<5x4xf64>, %a2: tensor<5xf64>, %seed: tensor<2x3x5xf64>) -> (tensor<2x3x4xf64>, tensor<5x4xf64>, tensor<5xf64>) {
  // CHECK: %[[V0:.*]] = nn.reshape %[[SEED]] sizes [6, 5]
  // CHECK: %[[V1:.*]] = nn.matmul %[[V0]], %[[A1]]
  // CHECK: %[[V2:.*]] = nn.reshape %[[V1]] sizes [2, 3, 4]
  // CHECK: %[[V3:.*]] = nn.reshape %[[A0]] sizes [6, 4]
  // CHECK: %[[V4:.*]] = nn.matmul %[[V0]], %[[V3]] {transpose_lhs}
  // CHECK: %[[V5:.*]] = nn.sum %[[V0]] dims [0]
  // CHECK: return %[[V2]], %[[V4]], %[[V5]]
  %y = nn.linear %a0, %a1 bias %a2 : (tensor<2x3x4xf64>, tensor<5x4xf64>, tensor<5xf64>) -> tensor<2x3x5xf64>
  %g:3 = nn.gradient %y, %seed wrt (%a0, %a1, %a2) : (tensor<2x3x5xf64>, tensor<2x3x5xf64>, tensor<2x3x4xf64>, tensor<5x4xf64>, tensor<5xf64>) -> (tensor<2x3x4xf64>, tensor<5x4xf64>, tensor<5xf64>)
  return %g#0, %g#1, %g#2 : tensor<2x3x4xf64>, tensor<5x4xf64>, tensor<5xf64>
}

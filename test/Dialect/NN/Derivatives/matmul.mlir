// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @matmul
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[A1:[^:]*]]: tensor<4x5xf64>, %[[SEED:[^:]*]]: tensor<3x5xf64>)
func.func @matmul(%a0: tensor<3x4xf64>, %a1: tensor<4x5xf64>, %seed: tensor<3x5xf64>) -> (tensor<3x4xf64>, tensor<4x5xf64>) {
  // CHECK: %[[V0:.*]] = nn.matmul %[[SEED]], %[[A1]] {transpose_rhs}
  // CHECK: %[[V1:.*]] = nn.matmul %[[A0]], %[[SEED]] {transpose_lhs}
  // CHECK: return %[[V0]], %[[V1]]
  %y = nn.matmul %a0, %a1 : (tensor<3x4xf64>, tensor<4x5xf64>) -> tensor<3x5xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x4xf64>, tensor<4x5xf64>) -> (tensor<3x4xf64>, tensor<4x5xf64>)
  return %g#0, %g#1 : tensor<3x4xf64>, tensor<4x5xf64>
}

// CHECK-LABEL: func.func @matmul_lhs
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4x3xf64>, %[[A1:[^:]*]]: tensor<4x5xf64>, %[[SEED:[^:]*]]: tensor<3x5xf64>)
func.func @matmul_lhs(%a0: tensor<4x3xf64>, %a1: tensor<4x5xf64>, %seed: tensor<3x5xf64>) -> (tensor<4x3xf64>, tensor<4x5xf64>) {
  // CHECK: %[[V0:.*]] = nn.matmul %[[A1]], %[[SEED]] {transpose_rhs}
  // CHECK: %[[V1:.*]] = nn.matmul %[[A0]], %[[SEED]]
  // CHECK: return %[[V0]], %[[V1]]
  %y = nn.matmul %a0, %a1 {transpose_lhs} : (tensor<4x3xf64>, tensor<4x5xf64>) -> tensor<3x5xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>, tensor<4x3xf64>, tensor<4x5xf64>) -> (tensor<4x3xf64>, tensor<4x5xf64>)
  return %g#0, %g#1 : tensor<4x3xf64>, tensor<4x5xf64>
}

// CHECK-LABEL: func.func @matmul_rhs
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[A1:[^:]*]]: tensor<5x4xf64>, %[[SEED:[^:]*]]: tensor<3x5xf64>)
func.func @matmul_rhs(%a0: tensor<3x4xf64>, %a1: tensor<5x4xf64>, %seed: tensor<3x5xf64>) -> (tensor<3x4xf64>, tensor<5x4xf64>) {
  // CHECK: %[[V0:.*]] = nn.matmul %[[SEED]], %[[A1]]
  // CHECK: %[[V1:.*]] = nn.matmul %[[SEED]], %[[A0]] {transpose_lhs}
  // CHECK: return %[[V0]], %[[V1]]
  %y = nn.matmul %a0, %a1 {transpose_rhs} : (tensor<3x4xf64>, tensor<5x4xf64>) -> tensor<3x5xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x4xf64>, tensor<5x4xf64>) -> (tensor<3x4xf64>, tensor<5x4xf64>)
  return %g#0, %g#1 : tensor<3x4xf64>, tensor<5x4xf64>
}

// CHECK-LABEL: func.func @matmul_both
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4x3xf64>, %[[A1:[^:]*]]: tensor<5x4xf64>, %[[SEED:[^:]*]]: tensor<3x5xf64>)
func.func @matmul_both(%a0: tensor<4x3xf64>, %a1: tensor<5x4xf64>, %seed: tensor<3x5xf64>) -> (tensor<4x3xf64>, tensor<5x4xf64>) {
  // CHECK: %[[V0:.*]] = nn.matmul %[[A1]], %[[SEED]] {transpose_lhs, transpose_rhs}
  // CHECK: %[[V1:.*]] = nn.matmul %[[SEED]], %[[A0]] {transpose_lhs, transpose_rhs}
  // CHECK: return %[[V0]], %[[V1]]
  %y = nn.matmul %a0, %a1 {transpose_lhs, transpose_rhs} : (tensor<4x3xf64>, tensor<5x4xf64>) -> tensor<3x5xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>, tensor<4x3xf64>, tensor<5x4xf64>) -> (tensor<4x3xf64>, tensor<5x4xf64>)
  return %g#0, %g#1 : tensor<4x3xf64>, tensor<5x4xf64>
}

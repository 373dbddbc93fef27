// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @embedding
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<5x3xf64>, %[[A1:[^:]*]]: tensor<2x3xi64>, %[[SEED:[^:]*]]: tensor<2x3x3xf64>)
func.func @embedding(%a0: tensor<5x3xf64>, %a1: tensor<2x3xi64>, %seed: tensor<2x3x3xf64>) -> tensor<5x3xf64> {
  // CHECK: %[[V0:.*]] = nn.embedding_backward %[[SEED]], %[[A1]], %[[A0]]
  // CHECK: return %[[V0]]
  %y = nn.embedding %a0, %a1 : (tensor<5x3xf64>, tensor<2x3xi64>) -> tensor<2x3x3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<2x3x3xf64>, tensor<2x3x3xf64>, tensor<5x3xf64>) -> tensor<5x3xf64>
  return %g : tensor<5x3xf64>
}

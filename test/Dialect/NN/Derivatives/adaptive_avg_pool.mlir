// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @adaptive_avg_pool
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3x5x7xf64>, %[[SEED:[^:]*]]: tensor<2x3x2x3xf64>)
func.func @adaptive_avg_pool(%a0: tensor<2x3x5x7xf64>, %seed: tensor<2x3x2x3xf64>) -> tensor<2x3x5x7xf64> {
  // CHECK: %[[V0:.*]] = nn.adaptive_avg_pool_backward %[[SEED]], %[[A0]]
  // CHECK: return %[[V0]]
  %y = nn.adaptive_avg_pool %a0 sizes [2, 3] : (tensor<2x3x5x7xf64>) -> tensor<2x3x2x3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<2x3x2x3xf64>, tensor<2x3x2x3xf64>, tensor<2x3x5x7xf64>) -> tensor<2x3x5x7xf64>
  return %g : tensor<2x3x5x7xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @max_pool
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3x6x6xf64>, %[[SEED:[^:]*]]: tensor<2x3x3x3xf64>)
func.func @max_pool(%a0: tensor<2x3x6x6xf64>, %seed: tensor<2x3x3x3xf64>) -> tensor<2x3x6x6xf64> {
  // CHECK: %[[V0:.*]] = nn.max_pool_backward %[[SEED]], %[[A0]] kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 1]
  // CHECK: return %[[V0]]
  %y = nn.max_pool %a0 kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 1] : (tensor<2x3x6x6xf64>) -> tensor<2x3x3x3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<2x3x3x3xf64>, tensor<2x3x3x3xf64>, tensor<2x3x6x6xf64>) -> tensor<2x3x6x6xf64>
  return %g : tensor<2x3x6x6xf64>
}

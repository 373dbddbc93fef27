// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @reshape
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[SEED:[^:]*]]: tensor<2x6xf64>)
func.func @reshape(%a0: tensor<3x4xf64>, %seed: tensor<2x6xf64>) -> tensor<3x4xf64> {
  // CHECK: %[[V0:.*]] = nn.reshape %[[SEED]] sizes [3, 4]
  // CHECK: return %[[V0]]
  %y = nn.reshape %a0 sizes [2, 6] : tensor<3x4xf64> -> tensor<2x6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<2x6xf64>, tensor<2x6xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %g : tensor<3x4xf64>
}

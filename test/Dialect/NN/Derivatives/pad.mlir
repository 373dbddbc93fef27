// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @pad
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x3xf64>, %[[SEED:[^:]*]]: tensor<4x4xf64>)
func.func @pad(%a0: tensor<2x3xf64>, %seed: tensor<4x4xf64>) -> tensor<2x3xf64> {
  // CHECK: %[[V0:.*]] = nn.slice %[[SEED]] offsets [0, 1] sizes [2, 3] steps [1, 1]
  // CHECK: return %[[V0]]
  %y = nn.pad %a0 low [0, 1] high [2, 0] value 3.0 : (tensor<2x3xf64>) -> tensor<4x4xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<4x4xf64>, tensor<4x4xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %g : tensor<2x3xf64>
}

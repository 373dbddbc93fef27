// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @abs
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<11xf64>, %[[SEED:[^:]*]]: tensor<11xf64>)
func.func @abs(%a0: tensor<11xf64>, %seed: tensor<11xf64>) -> tensor<11xf64> {
  // CHECK: %[[V0:.*]] = nn.sign %[[A0]]
  // CHECK: %[[V1:.*]] = nn.mul %[[SEED]], %[[V0]]
  // CHECK: return %[[V1]]
  %y = nn.abs %a0 : tensor<11xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<11xf64>, tensor<11xf64>, tensor<11xf64>) -> tensor<11xf64>
  return %g : tensor<11xf64>
}

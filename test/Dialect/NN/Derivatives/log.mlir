// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @log
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @log(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK: %[[V0:.*]] = nn.div %[[SEED]], %[[A0]]
  // CHECK: return %[[V0]]
  %y = nn.log %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @sign
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<11xf64>, %[[SEED:[^:]*]]: tensor<11xf64>)
func.func @sign(%a0: tensor<11xf64>, %seed: tensor<11xf64>) -> tensor<11xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<11xf64>
  // CHECK: return %[[C1]]
  %y = nn.sign %a0 : tensor<11xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<11xf64>, tensor<11xf64>, tensor<11xf64>) -> tensor<11xf64>
  return %g : tensor<11xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @floor
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @floor(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<6xf64>
  // CHECK: return %[[C1]]
  %y = nn.floor %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

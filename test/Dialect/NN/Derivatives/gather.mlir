// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @gather
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x3xf64>, %[[A1:[^:]*]]: tensor<3x2xi64>, %[[SEED:[^:]*]]: tensor<3x2xf64>)
func.func @gather(%a0: tensor<3x3xf64>, %a1: tensor<3x2xi64>, %seed: tensor<3x2xf64>) -> tensor<3x3xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<3x3xf64>
  // CHECK: %[[V1:.*]] = nn.scatter_add %[[SEED]] into %[[C1]] at %[[A1]] dim 1
  // CHECK: return %[[V1]]
  %y = nn.gather %a0, %a1 dim 1 : (tensor<3x3xf64>, tensor<3x2xi64>) -> tensor<3x2xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  return %g : tensor<3x3xf64>
}

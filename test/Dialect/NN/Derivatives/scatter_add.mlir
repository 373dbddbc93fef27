// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @scatter_add
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x2xf64>, %[[A1:[^:]*]]: tensor<3x3xf64>, %[[A2:[^:]*]]: tensor<3x2xi64>, %[[SEED:[^:]*]]: tensor<3x3xf64>)
func.func @scatter_add(%a0: tensor<3x2xf64>, %a1: tensor<3x3xf64>, %a2: tensor<3x2xi64>, %seed: tensor<3x3xf64>) -> (tensor<3x2xf64>, tensor<3x3xf64>) {
  // CHECK: %[[V0:.*]] = nn.gather %[[SEED]], %[[A2]] dim 1
  // CHECK: return %[[V0]], %[[SEED]]
  %y = nn.scatter_add %a0 into %a1 at %a2 dim 1 : (tensor<3x2xf64>, tensor<3x3xf64>, tensor<3x2xi64>) -> tensor<3x3xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x2xf64>, tensor<3x3xf64>) -> (tensor<3x2xf64>, tensor<3x3xf64>)
  return %g#0, %g#1 : tensor<3x2xf64>, tensor<3x3xf64>
}

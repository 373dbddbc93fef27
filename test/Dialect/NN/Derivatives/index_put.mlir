// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @index_put
// CHECK-SAME: (%[[V:[^:]*]]: tensor<2x3xf64>, %[[X:[^:]*]]: tensor<4x3xf64>, %[[I:[^:]*]]: tensor<2xi64>, %[[SEED:[^:]*]]: tensor<4x3xf64>)
func.func @index_put(%v: tensor<2x3xf64>, %x: tensor<4x3xf64>, %i: tensor<2xi64>, %seed: tensor<4x3xf64>) -> (tensor<2x3xf64>, tensor<4x3xf64>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<2x3xf64>
  // CHECK-DAG: %[[DV:.*]] = nn.index_select %[[SEED]], %[[I]] dim 0
  // CHECK-DAG: %[[DX:.*]] = nn.index_put %[[ZERO]] into %[[SEED]] at %[[I]] dim 0
  // CHECK: return %[[DV]], %[[DX]]
  %y = nn.index_put %v into %x at %i dim 0 : (tensor<2x3xf64>, tensor<4x3xf64>, tensor<2xi64>) -> tensor<4x3xf64>
  %g:2 = nn.gradient %y, %seed wrt (%v, %x) : (tensor<4x3xf64>, tensor<4x3xf64>, tensor<2x3xf64>, tensor<4x3xf64>) -> (tensor<2x3xf64>, tensor<4x3xf64>)
  return %g#0, %g#1 : tensor<2x3xf64>, tensor<4x3xf64>
}

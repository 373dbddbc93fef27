// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @index_select
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x2xf64>, %[[A1:[^:]*]]: tensor<3xi64>, %[[SEED:[^:]*]]: tensor<3x2xf64>)
func.func @index_select(%a0: tensor<3x2xf64>, %a1: tensor<3xi64>, %seed: tensor<3x2xf64>) -> tensor<3x2xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<3x2xf64>
  // CHECK: %[[V1:.*]] = nn.reshape %[[A1]] sizes [3, 1]
  // CHECK: %[[V2:.*]] = nn.broadcast_to %[[V1]] sizes [3, 2]
  // CHECK: %[[V3:.*]] = nn.scatter_add %[[SEED]] into %[[C1]] at %[[V2]] dim 0
  // CHECK: return %[[V3]]
  %y = nn.index_select %a0, %a1 dim 0 : (tensor<3x2xf64>, tensor<3xi64>) -> tensor<3x2xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %g : tensor<3x2xf64>
}

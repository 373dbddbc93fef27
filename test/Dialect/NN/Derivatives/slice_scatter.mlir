// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @slice_scatter
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<2x2xf64>, %[[A1:[^:]*]]: tensor<4x5xf64>, %[[SEED:[^:]*]]: tensor<4x5xf64>)
func.func @slice_scatter(%a0: tensor<2x2xf64>, %a1: tensor<4x5xf64>, %seed: tensor<4x5xf64>) -> (tensor<2x2xf64>, tensor<4x5xf64>) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<2x2xf64>
  // CHECK: %[[V1:.*]] = nn.slice %[[SEED]] offsets [1, 0] sizes [2, 2] steps [1, 2]
  // CHECK: %[[V2:.*]] = nn.slice_scatter %[[C1]] into %[[SEED]] offsets [1, 0] steps [1, 2]
  // CHECK: return %[[V1]], %[[V2]]
  %y = nn.slice_scatter %a0 into %a1 offsets [1, 0] steps [1, 2] : (tensor<2x2xf64>, tensor<4x5xf64>) -> tensor<4x5xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<4x5xf64>, tensor<4x5xf64>, tensor<2x2xf64>, tensor<4x5xf64>) -> (tensor<2x2xf64>, tensor<4x5xf64>)
  return %g#0, %g#1 : tensor<2x2xf64>, tensor<4x5xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @slice
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4x5xf64>, %[[SEED:[^:]*]]: tensor<2x2xf64>)
func.func @slice(%a0: tensor<4x5xf64>, %seed: tensor<2x2xf64>) -> tensor<4x5xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<4x5xf64>
  // CHECK: %[[V1:.*]] = nn.slice_scatter %[[SEED]] into %[[C1]] offsets [1, 0] steps [1, 2]
  // CHECK: return %[[V1]]
  %y = nn.slice %a0 offsets [1, 0] sizes [2, 2] steps [1, 2] : (tensor<4x5xf64>) -> tensor<2x2xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<4x5xf64>) -> tensor<4x5xf64>
  return %g : tensor<4x5xf64>
}

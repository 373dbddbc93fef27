// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @cumsum
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[SEED:[^:]*]]: tensor<3x4xf64>)
func.func @cumsum(%a0: tensor<3x4xf64>, %seed: tensor<3x4xf64>) -> tensor<3x4xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant -1 : i64
  // CHECK-DAG: %[[C2:.*]] = arith.constant 3 : i64
  // CHECK: %[[V2:.*]] = nn.iota %[[C2]] step %[[C1]] size [4]
  // CHECK: %[[V3:.*]] = nn.index_select %[[SEED]], %[[V2]] dim 1
  // CHECK: %[[V4:.*]] = nn.cumsum %[[V3]] dim 1
  // CHECK: %[[V5:.*]] = nn.index_select %[[V4]], %[[V2]] dim 1
  // CHECK: return %[[V5]]
  %y = nn.cumsum %a0 dim 1 : tensor<3x4xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %g : tensor<3x4xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @elu
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<4xf64>)
func.func @elu(%a0: tensor<4xf64>, %seed: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.500000e+00> : tensor<4xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<1.000000e+00> : tensor<4xf64>
  // CHECK-DAG: %[[C3:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf64>
  // CHECK: %[[V3:.*]] = nn.compare le %[[A0]], %[[C3]]
  // CHECK: %[[V4:.*]] = nn.exp %[[A0]]
  // CHECK: %[[V5:.*]] = nn.compare lt %[[A0]], %[[C3]]
  // CHECK: %[[V6:.*]] = nn.select %[[V5]], %[[V4]], %[[C2]]
  // CHECK: %[[V7:.*]] = nn.mul %[[SEED]], %[[C1]]
  // CHECK: %[[V8:.*]] = nn.mul %[[V7]], %[[V6]]
  // CHECK: %[[V9:.*]] = nn.select %[[V3]], %[[V8]], %[[SEED]]
  // CHECK: return %[[V9]]
  %y = nn.elu %a0 alpha 1.5 : tensor<4xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %g : tensor<4xf64>
}

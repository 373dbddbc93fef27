// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @std
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x4xf64>, %[[SEED:[^:]*]]: tensor<3xf64>)
func.func @std(%a0: tensor<3x4xf64>, %seed: tensor<3xf64>) -> tensor<3x4xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<3.000000e+00> : tensor<f64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<2.000000e+00> : tensor<3xf64>
  // CHECK-DAG: %[[C3:.*]] = arith.constant dense<0.000000e+00> : tensor<3xf64>
  // CHECK: %[[V3:.*]] = nn.std %[[A0]] dims [1]
  // CHECK: %[[V4:.*]] = nn.compare eq %[[V3]], %[[C3]]
  // CHECK: %[[V5:.*]] = nn.mul %[[V3]], %[[C2]]
  // CHECK: %[[V6:.*]] = nn.div %[[SEED]], %[[V5]]
  // CHECK: %[[V7:.*]] = nn.select %[[V4]], %[[C3]], %[[V6]]
  // CHECK: %[[V8:.*]] = nn.mul %[[V7]], %[[C2]]
  // CHECK: %[[V9:.*]] = nn.broadcast_to %[[C1]] sizes [3]
  // CHECK: %[[V10:.*]] = nn.div %[[V8]], %[[V9]]
  // CHECK: %[[V11:.*]] = nn.mean %[[A0]] dims [1]
  // CHECK: %[[V12:.*]] = nn.reshape %[[V10]] sizes [3, 1]
  // CHECK: %[[V13:.*]] = nn.broadcast_to %[[V12]] sizes [3, 4]
  // CHECK: %[[V14:.*]] = nn.reshape %[[V11]] sizes [3, 1]
  // CHECK: %[[V15:.*]] = nn.broadcast_to %[[V14]] sizes [3, 4]
  // CHECK: %[[V16:.*]] = nn.sub %[[A0]], %[[V15]]
  // CHECK: %[[V17:.*]] = nn.mul %[[V13]], %[[V16]]
  // CHECK: return %[[V17]]
  %y = nn.std %a0 dims [1]  : (tensor<3x4xf64>) -> tensor<3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3xf64>, tensor<3xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %g : tensor<3x4xf64>
}

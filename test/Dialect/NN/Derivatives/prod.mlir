// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @prod
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x3xf64>, %[[SEED:[^:]*]]: tensor<3xf64>)
func.func @prod(%a0: tensor<3x3xf64>, %seed: tensor<3xf64>) -> tensor<3x3xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.000000e+00> : tensor<3x3xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<0.000000e+00> : tensor<3x3xf64>
  // CHECK: %[[V2:.*]] = nn.prod %[[A0]] dims [1]
  // CHECK: %[[V3:.*]] = nn.compare eq %[[A0]], %[[C2]]
  // CHECK: %[[V4:.*]] = nn.select %[[V3]], %[[C1]], %[[C2]]
  // CHECK: %[[V5:.*]] = nn.sum %[[V4]] dims [1]
  // CHECK: %[[V6:.*]] = nn.reshape %[[V5]] sizes [3, 1]
  // CHECK: %[[V7:.*]] = nn.broadcast_to %[[V6]] sizes [3, 3]
  // CHECK: %[[V8:.*]] = nn.select %[[V3]], %[[C1]], %[[A0]]
  // CHECK: %[[V9:.*]] = nn.prod %[[V8]] dims [1]
  // CHECK: %[[V10:.*]] = nn.compare eq %[[V7]], %[[C1]]
  // CHECK: %[[V11:.*]] = nn.compare eq %[[V7]], %[[C2]]
  // CHECK: %[[V12:.*]] = nn.reshape %[[V2]] sizes [3, 1]
  // CHECK: %[[V13:.*]] = nn.broadcast_to %[[V12]] sizes [3, 3]
  // CHECK: %[[V14:.*]] = nn.div %[[V13]], %[[V8]]
  // CHECK: %[[V15:.*]] = nn.reshape %[[V9]] sizes [3, 1]
  // CHECK: %[[V16:.*]] = nn.broadcast_to %[[V15]] sizes [3, 3]
  // CHECK: %[[V17:.*]] = nn.select %[[V10]], %[[V16]], %[[C2]]
  // CHECK: %[[V18:.*]] = nn.select %[[V11]], %[[V14]], %[[C2]]
  // CHECK: %[[V19:.*]] = nn.select %[[V3]], %[[V17]], %[[V18]]
  // CHECK: %[[V20:.*]] = nn.reshape %[[SEED]] sizes [3, 1]
  // CHECK: %[[V21:.*]] = nn.broadcast_to %[[V20]] sizes [3, 3]
  // CHECK: %[[V22:.*]] = nn.mul %[[V21]], %[[V19]]
  // CHECK: return %[[V22]]
  %y = nn.prod %a0 dims [1]  : (tensor<3x3xf64>) -> tensor<3xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3xf64>, tensor<3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  return %g : tensor<3x3xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @cross_entropy_mean
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<4x4xf64>, %[[A1:[^:]*]]: tensor<4xi64>, %[[SEED:[^:]*]]: tensor<f64>)
func.func @cross_entropy_mean(%a0: tensor<4x4xf64>, %a1: tensor<4xi64>, %seed: tensor<f64>) -> tensor<4x4xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<0.000000e+00> : tensor<4x4xf64>
  // CHECK-DAG: %[[C3:.*]] = arith.constant dense<1.000000e+00> : tensor<4x4xf64>
  // CHECK-DAG: %[[C4:.*]] = arith.constant 1 : i64
  // CHECK-DAG: %[[C5:.*]] = arith.constant 0 : i64
  // CHECK-DAG: %[[C6:.*]] = arith.constant dense<-100> : tensor<4xi64>
  // CHECK: %[[V6:.*]] = nn.compare ne %[[A1]], %[[C6]]
  // CHECK: %[[V7:.*]] = nn.iota %[[C5]] step %[[C4]] size [4]
  // CHECK: %[[V8:.*]] = nn.reshape %[[V7]] sizes [1, 4]
  // CHECK: %[[V9:.*]] = nn.broadcast_to %[[V8]] sizes [4, 4]
  // CHECK: %[[V10:.*]] = nn.reshape %[[A1]] sizes [4, 1]
  // CHECK: %[[V11:.*]] = nn.broadcast_to %[[V10]] sizes [4, 4]
  // CHECK: %[[V12:.*]] = nn.compare eq %[[V9]], %[[V11]]
  // CHECK: %[[V13:.*]] = nn.reshape %[[V6]] sizes [4, 1]
  // CHECK: %[[V14:.*]] = nn.broadcast_to %[[V13]] sizes [4, 4]
  // CHECK: %[[V15:.*]] = nn.mul %[[V12]], %[[V14]]
  // CHECK: %[[V16:.*]] = nn.select %[[V15]], %[[C3]], %[[C2]]
  // CHECK: %[[V17:.*]] = nn.softmax %[[A0]] dim 1
  // CHECK: %[[V18:.*]] = nn.sub %[[V17]], %[[V16]]
  // CHECK: %[[V19:.*]] = nn.cast %[[V6]] to f64
  // CHECK: %[[V20:.*]] = nn.sum %[[V19]] dims [0]
  // CHECK: %[[V21:.*]] = nn.div %[[SEED]], %[[V20]]
  // CHECK: %[[V22:.*]] = nn.broadcast_to %[[V21]] sizes [4]
  // CHECK: %[[V23:.*]] = nn.select %[[V6]], %[[V22]], %[[C1]]
  // CHECK: %[[V24:.*]] = nn.reshape %[[V23]] sizes [4, 1]
  // CHECK: %[[V25:.*]] = nn.broadcast_to %[[V24]] sizes [4, 4]
  // CHECK: %[[V26:.*]] = nn.mul %[[V18]], %[[V25]]
  // CHECK: return %[[V26]]
  %y = nn.cross_entropy mean %a0, %a1 : (tensor<4x4xf64>, tensor<4xi64>) -> tensor<f64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<f64>, tensor<f64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  return %g : tensor<4x4xf64>
}

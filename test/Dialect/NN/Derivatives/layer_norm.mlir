// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @layer_norm
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x2x4xf64>, %[[A1:[^:]*]]: tensor<4xf64>, %[[A2:[^:]*]]: tensor<4xf64>, %[[SEED:[^:]*]]: tensor<3x2x4xf64>)
func.func @layer_norm(%a0: tensor<3x2x4xf64>, %a1: tensor<4xf64>, %a2: tensor<4xf64>, %seed: tensor<3x2x4xf64>) -> (tensor<3x2x4xf64>, tensor<4xf64>, tensor<4xf64>) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.000000e-05> : tensor<3x2x4xf64>
  // CHECK: %[[V1:.*]] = nn.var %[[A0]] dims [2] {correction = 0.000000e+00
  // CHECK: %[[V2:.*]] = nn.mean %[[A0]] dims [2]
  // CHECK: %[[V3:.*]] = nn.reshape %[[V2]] sizes [3, 2, 1]
  // CHECK: %[[V4:.*]] = nn.broadcast_to %[[V3]] sizes [3, 2, 4]
  // CHECK: %[[V5:.*]] = nn.reshape %[[V1]] sizes [3, 2, 1]
  // CHECK: %[[V6:.*]] = nn.broadcast_to %[[V5]] sizes [3, 2, 4]
  // CHECK: %[[V7:.*]] = nn.add %[[V6]], %[[C1]]
  // CHECK: %[[V8:.*]] = nn.rsqrt %[[V7]]
  // CHECK: %[[V9:.*]] = nn.sub %[[A0]], %[[V4]]
  // CHECK: %[[V10:.*]] = nn.mul %[[V9]], %[[V8]]
  // CHECK: %[[V11:.*]] = nn.reshape %[[A1]] sizes [1, 1, 4]
  // CHECK: %[[V12:.*]] = nn.broadcast_to %[[V11]] sizes [3, 2, 4]
  // CHECK: %[[V13:.*]] = nn.mul %[[SEED]], %[[V12]]
  // CHECK: %[[V14:.*]] = nn.mean %[[V13]] dims [2]
  // CHECK: %[[V15:.*]] = nn.reshape %[[V14]] sizes [3, 2, 1]
  // CHECK: %[[V16:.*]] = nn.broadcast_to %[[V15]] sizes [3, 2, 4]
  // CHECK: %[[V17:.*]] = nn.mul %[[V13]], %[[V10]]
  // CHECK: %[[V18:.*]] = nn.mean %[[V17]] dims [2]
  // CHECK: %[[V19:.*]] = nn.reshape %[[V18]] sizes [3, 2, 1]
  // CHECK: %[[V20:.*]] = nn.broadcast_to %[[V19]] sizes [3, 2, 4]
  // CHECK: %[[V21:.*]] = nn.sub %[[V13]], %[[V16]]
  // CHECK: %[[V22:.*]] = nn.mul %[[V10]], %[[V20]]
  // CHECK: %[[V23:.*]] = nn.sub %[[V21]], %[[V22]]
  // CHECK: %[[V24:.*]] = nn.mul %[[V23]], %[[V8]]
  // CHECK: %[[V25:.*]] = nn.mul %[[SEED]], %[[V10]]
  // CHECK: %[[V26:.*]] = nn.sum %[[V25]] dims [0, 1]
  // CHECK: %[[V27:.*]] = nn.sum %[[SEED]] dims [0, 1]
  // CHECK: return %[[V24]], %[[V26]], %[[V27]]
  %y = nn.layer_norm %a0 weight %a1 bias %a2 rank 1 epsilon 1.0e-5 : (tensor<3x2x4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<3x2x4xf64>
  %g:3 = nn.gradient %y, %seed wrt (%a0, %a1, %a2) : (tensor<3x2x4xf64>, tensor<3x2x4xf64>, tensor<3x2x4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<3x2x4xf64>, tensor<4xf64>, tensor<4xf64>)
  return %g#0, %g#1, %g#2 : tensor<3x2x4xf64>, tensor<4xf64>, tensor<4xf64>
}

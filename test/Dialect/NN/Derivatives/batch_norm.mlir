// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @batch_norm
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x2x4xf64>, %[[A1:[^:]*]]: tensor<2xf64>, %[[A2:[^:]*]]: tensor<2xf64>, %[[A3:[^:]*]]: tensor<2xf64>, %[[A4:[^:]*]]: tensor<2xf64>, %[[SEED:[^:]*]]: tensor<3x2x4xf64>)
func.func @batch_norm(%a0: tensor<3x2x4xf64>, %a1: tensor<2xf64>, %a2: tensor<2xf64>, %a3: tensor<2xf64>, %a4: tensor<2xf64>, %seed: tensor<3x2x4xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.000000e-03> : tensor<3x2x4xf64>
  // CHECK: %[[V1:.*]] = nn.reshape %[[A1]] sizes [1, 2, 1]
  // CHECK: %[[V2:.*]] = nn.broadcast_to %[[V1]] sizes [3, 2, 4]
  // CHECK: %[[V3:.*]] = nn.reshape %[[A2]] sizes [1, 2, 1]
  // CHECK: %[[V4:.*]] = nn.broadcast_to %[[V3]] sizes [3, 2, 4]
  // CHECK: %[[V5:.*]] = nn.add %[[V4]], %[[C1]]
  // CHECK: %[[V6:.*]] = nn.rsqrt %[[V5]]
  // CHECK: %[[V7:.*]] = nn.sub %[[A0]], %[[V2]]
  // CHECK: %[[V8:.*]] = nn.mul %[[V7]], %[[V6]]
  // CHECK: %[[V9:.*]] = nn.mul %[[SEED]], %[[V6]]
  // CHECK: %[[V10:.*]] = nn.reshape %[[A3]] sizes [1, 2, 1]
  // CHECK: %[[V11:.*]] = nn.broadcast_to %[[V10]] sizes [3, 2, 4]
  // CHECK: %[[V12:.*]] = nn.mul %[[V9]], %[[V11]]
  // CHECK: %[[V13:.*]] = nn.mul %[[SEED]], %[[V8]]
  // CHECK: %[[V14:.*]] = nn.sum %[[V13]] dims [0, 2]
  // CHECK: %[[V15:.*]] = nn.sum %[[SEED]] dims [0, 2]
  // CHECK: return %[[V12]], %[[V14]], %[[V15]]
  %y = nn.batch_norm %a0 mean %a1 variance %a2 weight %a3 bias %a4 epsilon 1.0e-3 : (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<3x2x4xf64>
  %g:3 = nn.gradient %y, %seed wrt (%a0, %a3, %a4) : (tensor<3x2x4xf64>, tensor<3x2x4xf64>, tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  return %g#0, %g#1, %g#2 : tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>
}

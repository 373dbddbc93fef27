// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @batch_norm_training
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x2x4xf64>, %[[A1:[^:]*]]: tensor<2xf64>, %[[A2:[^:]*]]: tensor<2xf64>, %[[SEED:[^:]*]]: tensor<3x2x4xf64>)
func.func @batch_norm_training(%a0: tensor<3x2x4xf64>, %a1: tensor<2xf64>, %a2: tensor<2xf64>, %seed: tensor<3x2x4xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.000000e-03> : tensor<3x2x4xf64>
  // CHECK: %[[V1:.*]] = nn.batch_norm_training %[[A0]] weight %[[A1]] bias %[[A2]] epsilon 1.000000e-03
  // CHECK: %[[V2:.*]] = nn.reshape %{{.*}} sizes [1, 2, 1]
  // CHECK: %[[V3:.*]] = nn.broadcast_to %[[V2]] sizes [3, 2, 4]
  // CHECK: %[[V4:.*]] = nn.reshape %{{.*}} sizes [1, 2, 1]
  // CHECK: %[[V5:.*]] = nn.broadcast_to %[[V4]] sizes [3, 2, 4]
  // CHECK: %[[V6:.*]] = nn.add %[[V5]], %[[C1]]
  // CHECK: %[[V7:.*]] = nn.rsqrt %[[V6]]
  // CHECK: %[[V8:.*]] = nn.sub %[[A0]], %[[V3]]
  // CHECK: %[[V9:.*]] = nn.mul %[[V8]], %[[V7]]
  // CHECK: %[[V10:.*]] = nn.reshape %[[A1]] sizes [1, 2, 1]
  // CHECK: %[[V11:.*]] = nn.broadcast_to %[[V10]] sizes [3, 2, 4]
  // CHECK: %[[V12:.*]] = nn.mul %[[SEED]], %[[V11]]
  // CHECK: %[[V13:.*]] = nn.mean %[[V12]] dims [0, 2]
  // CHECK: %[[V14:.*]] = nn.reshape %[[V13]] sizes [1, 2, 1]
  // CHECK: %[[V15:.*]] = nn.broadcast_to %[[V14]] sizes [3, 2, 4]
  // CHECK: %[[V16:.*]] = nn.mul %[[V12]], %[[V9]]
  // CHECK: %[[V17:.*]] = nn.mean %[[V16]] dims [0, 2]
  // CHECK: %[[V18:.*]] = nn.reshape %[[V17]] sizes [1, 2, 1]
  // CHECK: %[[V19:.*]] = nn.broadcast_to %[[V18]] sizes [3, 2, 4]
  // CHECK: %[[V20:.*]] = nn.sub %[[V12]], %[[V15]]
  // CHECK: %[[V21:.*]] = nn.mul %[[V9]], %[[V19]]
  // CHECK: %[[V22:.*]] = nn.sub %[[V20]], %[[V21]]
  // CHECK: %[[V23:.*]] = nn.mul %[[V22]], %[[V7]]
  // CHECK: %[[V24:.*]] = nn.mul %[[SEED]], %[[V9]]
  // CHECK: %[[V25:.*]] = nn.sum %[[V24]] dims [0, 2]
  // CHECK: %[[V26:.*]] = nn.sum %[[SEED]] dims [0, 2]
  // CHECK: return %[[V23]], %[[V25]], %[[V26]]
  %y, %m, %v = nn.batch_norm_training %a0 weight %a1 bias %a2 epsilon 1.0e-3 : (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  %g:3 = nn.gradient %y, %seed wrt (%a0, %a1, %a2) : (tensor<3x2x4xf64>, tensor<3x2x4xf64>, tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  return %g#0, %g#1, %g#2 : tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>
}

// CHECK-LABEL: func.func @batch_norm_training_statistics
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x2x4xf64>, %[[SEED:[^:]*]]: tensor<2xf64>)
func.func @batch_norm_training_statistics(%a0: tensor<3x2x4xf64>, %seed: tensor<2xf64>) -> tensor<3x2x4xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<2.000000e+00> : tensor<2xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<1.200000e+01> : tensor<f64>
  // CHECK: %[[V2:.*]] = nn.batch_norm_training %[[A0]] epsilon 1.000000e-03
  // CHECK: %[[V3:.*]] = nn.add %[[SEED]], %[[SEED]]
  // CHECK: %[[V4:.*]] = nn.reshape %{{.*}} sizes [1, 2, 1]
  // CHECK: %[[V5:.*]] = nn.broadcast_to %[[V4]] sizes [3, 2, 4]
  // CHECK: %[[V6:.*]] = nn.sub %[[A0]], %[[V5]]
  // CHECK: %[[V7:.*]] = nn.reshape %[[V3]] sizes [1, 2, 1]
  // CHECK: %[[V8:.*]] = nn.broadcast_to %[[V7]] sizes [3, 2, 4]
  // CHECK: %[[V9:.*]] = nn.broadcast_to %[[C2]] sizes [3, 2, 4]
  // CHECK: %[[V10:.*]] = nn.div %[[V8]], %[[V9]]
  // CHECK: %[[V11:.*]] = nn.mul %[[SEED]], %[[C1]]
  // CHECK: %[[V12:.*]] = nn.reshape %[[V11]] sizes [1, 2, 1]
  // CHECK: %[[V13:.*]] = nn.broadcast_to %[[V12]] sizes [3, 2, 4]
  // CHECK: %[[V14:.*]] = nn.div %[[V13]], %[[V9]]
  // CHECK: %[[V15:.*]] = nn.mul %[[V14]], %[[V6]]
  // CHECK: %[[V16:.*]] = nn.add %[[V10]], %[[V15]]
  // CHECK: return %[[V16]]
  %n, %m, %v = nn.batch_norm_training %a0 epsilon 1.0e-3 : (tensor<3x2x4xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  %m2 = nn.add %m, %m : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %y = nn.add %m2, %v : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<2xf64>, tensor<2xf64>, tensor<3x2x4xf64>) -> tensor<3x2x4xf64>
  return %g : tensor<3x2x4xf64>
}

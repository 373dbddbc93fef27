// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @batch_norm_training
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x2x4xf64>, %[[A1:[^:]*]]: tensor<2xf64>, %[[A2:[^:]*]]: tensor<2xf64>, %[[SEED:[^:]*]]: tensor<3x2x4xf64>)
func.func @batch_norm_training(%a0: tensor<3x2x4xf64>, %a1: tensor<2xf64>, %a2: tensor<2xf64>, %seed: tensor<3x2x4xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.200000e+01> : tensor<f64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<1.000000e-03> : tensor<2xf64>
  // CHECK: %[[RESULT:.*]], %[[MEAN:.*]], %[[VARIANCE:.*]] = nn.batch_norm_training %[[A0]] weight %[[A1]] bias %[[A2]] epsilon 1.000000e-03
  // CHECK: %[[V4:.*]] = nn.add %[[VARIANCE]], %[[C2]]
  // CHECK: %[[V5:.*]] = nn.rsqrt %[[V4]]
  // CHECK: %[[V6:.*]] = nn.sum %[[SEED]] dims [0, 2]
  // CHECK: %[[V7:.*]] = nn.reshape %[[MEAN]] sizes [1, 2, 1]
  // CHECK: %[[V8:.*]] = nn.broadcast_to %[[V7]] sizes [3, 2, 4]
  // CHECK: %[[V9:.*]] = nn.sub %[[A0]], %[[V8]]
  // CHECK: %[[V10:.*]] = nn.mul %[[SEED]], %[[V9]]
  // CHECK: %[[V11:.*]] = nn.sum %[[V10]] dims [0, 2]
  // CHECK: %[[V12:.*]] = nn.mul %[[V11]], %[[V5]]
  // CHECK: %[[V13:.*]] = nn.mul %[[V12]], %[[V5]]
  // CHECK: %[[V14:.*]] = nn.broadcast_to %[[C1]] sizes [2]
  // CHECK: %[[V15:.*]] = nn.div %[[V13]], %[[V14]]
  // CHECK: %[[V16:.*]] = nn.div %[[V6]], %[[V14]]
  // CHECK: %[[V17:.*]] = nn.reshape %[[V16]] sizes [1, 2, 1]
  // CHECK: %[[V18:.*]] = nn.broadcast_to %[[V17]] sizes [3, 2, 4]
  // CHECK: %[[V19:.*]] = nn.sub %[[SEED]], %[[V18]]
  // CHECK: %[[V20:.*]] = nn.reshape %[[V15]] sizes [1, 2, 1]
  // CHECK: %[[V21:.*]] = nn.broadcast_to %[[V20]] sizes [3, 2, 4]
  // CHECK: %[[V22:.*]] = nn.mul %[[V9]], %[[V21]]
  // CHECK: %[[V23:.*]] = nn.sub %[[V19]], %[[V22]]
  // CHECK: %[[V24:.*]] = nn.mul %[[V5]], %[[A1]]
  // CHECK: %[[V25:.*]] = nn.reshape %[[V24]] sizes [1, 2, 1]
  // CHECK: %[[V26:.*]] = nn.broadcast_to %[[V25]] sizes [3, 2, 4]
  // CHECK: %[[V27:.*]] = nn.mul %[[V23]], %[[V26]]
  // CHECK: return %[[V27]], %[[V12]], %[[V6]]
  %y, %m, %v = nn.batch_norm_training %a0 weight %a1 bias %a2 epsilon 1.0e-3 : (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  %g:3 = nn.gradient %y, %seed wrt (%a0, %a1, %a2) : (tensor<3x2x4xf64>, tensor<3x2x4xf64>, tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  return %g#0, %g#1, %g#2 : tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>
}

// CHECK-LABEL: func.func @batch_norm_training_statistics
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<3x2x4xf64>, %[[SEED:[^:]*]]: tensor<2xf64>)
func.func @batch_norm_training_statistics(%a0: tensor<3x2x4xf64>, %seed: tensor<2xf64>) -> tensor<3x2x4xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<2.000000e+00> : tensor<2xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<1.200000e+01> : tensor<f64>
  // CHECK: %[[RESULT:.*]], %[[MEAN:.*]], %[[VARIANCE:.*]] = nn.batch_norm_training %[[A0]] epsilon 1.000000e-03
  // CHECK: %[[V4:.*]] = nn.add %[[SEED]], %[[SEED]]
  // CHECK: %[[V5:.*]] = nn.broadcast_to %[[C2]] sizes [2]
  // CHECK: %[[V6:.*]] = nn.div %[[V4]], %[[V5]]
  // CHECK: %[[V7:.*]] = nn.reshape %[[V6]] sizes [1, 2, 1]
  // CHECK: %[[V8:.*]] = nn.broadcast_to %[[V7]] sizes [3, 2, 4]
  // CHECK: %[[V9:.*]] = nn.mul %[[SEED]], %[[C1]]
  // CHECK: %[[V10:.*]] = nn.div %[[V9]], %[[V5]]
  // CHECK: %[[V11:.*]] = nn.reshape %[[V10]] sizes [1, 2, 1]
  // CHECK: %[[V12:.*]] = nn.broadcast_to %[[V11]] sizes [3, 2, 4]
  // CHECK: %[[V13:.*]] = nn.reshape %[[MEAN]] sizes [1, 2, 1]
  // CHECK: %[[V14:.*]] = nn.broadcast_to %[[V13]] sizes [3, 2, 4]
  // CHECK: %[[V15:.*]] = nn.sub %[[A0]], %[[V14]]
  // CHECK: %[[V16:.*]] = nn.mul %[[V12]], %[[V15]]
  // CHECK: %[[V17:.*]] = nn.add %[[V8]], %[[V16]]
  // CHECK: return %[[V17]]
  %n, %m, %v = nn.batch_norm_training %a0 epsilon 1.0e-3 : (tensor<3x2x4xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  %m2 = nn.add %m, %m : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %y = nn.add %m2, %v : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<2xf64>, tensor<2xf64>, tensor<3x2x4xf64>) -> tensor<3x2x4xf64>
  return %g : tensor<3x2x4xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @minimum
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[A1:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @minimum(%a0: tensor<6xf64>, %a1: tensor<6xf64>, %seed: tensor<6xf64>) -> (tensor<6xf64>, tensor<6xf64>) {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<6xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<5.000000e-01> : tensor<6xf64>
  // CHECK: %[[V2:.*]] = nn.compare eq %[[A0]], %[[A1]]
  // CHECK: %[[V3:.*]] = nn.mul %[[SEED]], %[[C2]]
  // CHECK: %[[V4:.*]] = nn.select %[[V2]], %[[V3]], %[[SEED]]
  // CHECK: %[[V5:.*]] = nn.compare gt %[[A0]], %[[A1]]
  // CHECK: %[[V6:.*]] = nn.select %[[V5]], %[[C1]], %[[V4]]
  // CHECK: %[[V7:.*]] = nn.compare lt %[[A0]], %[[A1]]
  // CHECK: %[[V8:.*]] = nn.select %[[V7]], %[[C1]], %[[V4]]
  // CHECK: return %[[V6]], %[[V8]]
  %y = nn.minimum %a0, %a1 : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  %g:2 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> (tensor<6xf64>, tensor<6xf64>)
  return %g#0, %g#1 : tensor<6xf64>, tensor<6xf64>
}

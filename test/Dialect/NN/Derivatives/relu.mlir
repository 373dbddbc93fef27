// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @relu
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<11xf64>, %[[SEED:[^:]*]]: tensor<11xf64>)
func.func @relu(%a0: tensor<11xf64>, %seed: tensor<11xf64>) -> tensor<11xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<11xf64>
  // CHECK: %[[V1:.*]] = nn.relu %[[A0]]
  // CHECK: %[[V2:.*]] = nn.compare le %[[V1]], %[[C1]]
  // CHECK: %[[V3:.*]] = nn.select %[[V2]], %[[C1]], %[[SEED]]
  // CHECK: return %[[V3]]
  %y = nn.relu %a0 : tensor<11xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<11xf64>, tensor<11xf64>, tensor<11xf64>) -> tensor<11xf64>
  return %g : tensor<11xf64>
}

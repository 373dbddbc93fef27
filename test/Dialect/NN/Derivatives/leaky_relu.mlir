// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @leaky_relu
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<11xf64>, %[[SEED:[^:]*]]: tensor<11xf64>)
func.func @leaky_relu(%a0: tensor<11xf64>, %seed: tensor<11xf64>) -> tensor<11xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.000000e-01> : tensor<11xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<0.000000e+00> : tensor<11xf64>
  // CHECK: %[[V2:.*]] = nn.compare gt %[[A0]], %[[C2]]
  // CHECK: %[[V3:.*]] = nn.mul %[[SEED]], %[[C1]]
  // CHECK: %[[V4:.*]] = nn.select %[[V2]], %[[SEED]], %[[V3]]
  // CHECK: return %[[V4]]
  %y = nn.leaky_relu %a0 slope 0.1 : tensor<11xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<11xf64>, tensor<11xf64>, tensor<11xf64>) -> tensor<11xf64>
  return %g : tensor<11xf64>
}

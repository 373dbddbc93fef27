// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @clamp
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<11xf64>, %[[SEED:[^:]*]]: tensor<11xf64>)
func.func @clamp(%a0: tensor<11xf64>, %seed: tensor<11xf64>) -> tensor<11xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.000000e+00> : tensor<11xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<2.500000e+00> : tensor<11xf64>
  // CHECK-DAG: %[[C3:.*]] = arith.constant dense<-1.000000e+00> : tensor<11xf64>
  // CHECK: %[[V3:.*]] = nn.compare ge %[[A0]], %[[C3]]
  // CHECK: %[[V4:.*]] = nn.compare le %[[A0]], %[[C2]]
  // CHECK: %[[V5:.*]] = nn.mul %[[V3]], %[[V4]]
  // CHECK: %[[V6:.*]] = nn.select %[[V5]], %[[SEED]], %[[C1]]
  // CHECK: return %[[V6]]
  %y = nn.clamp %a0 min -1.0 max 2.5 : tensor<11xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<11xf64>, tensor<11xf64>, tensor<11xf64>) -> tensor<11xf64>
  return %g : tensor<11xf64>
}

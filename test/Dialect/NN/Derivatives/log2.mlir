// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @log2
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @log2(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.69314718055994529> : tensor<6xf64>
  // CHECK: %[[V1:.*]] = nn.mul %[[A0]], %[[C1]]
  // CHECK: %[[V2:.*]] = nn.div %[[SEED]], %[[V1]]
  // CHECK: return %[[V2]]
  %y = nn.log2 %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

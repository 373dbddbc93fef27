// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @cos
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @cos(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK: %[[V0:.*]] = nn.sin %[[A0]]
  // CHECK: %[[V1:.*]] = nn.neg %[[V0]]
  // CHECK: %[[V2:.*]] = nn.mul %[[SEED]], %[[V1]]
  // CHECK: return %[[V2]]
  %y = nn.cos %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

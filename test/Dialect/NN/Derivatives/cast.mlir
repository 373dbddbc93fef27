// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @cast
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @cast(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK: %[[V0:.*]] = nn.cast %[[A0]] to f32
  // CHECK: %[[V1:.*]] = nn.exp %[[V0]]
  // CHECK: %[[V2:.*]] = nn.cast %[[SEED]] to f32
  // CHECK: %[[V3:.*]] = nn.mul %[[V2]], %[[V1]]
  // CHECK: %[[V4:.*]] = nn.cast %[[V3]] to f64
  // CHECK: return %[[V4]]
  %f = nn.cast %a0 to f32 : tensor<6xf64>
  %e = nn.exp %f : tensor<6xf32>
  %y = nn.cast %e to f64 : tensor<6xf32>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

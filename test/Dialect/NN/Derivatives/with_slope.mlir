// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @with_slope
// CHECK: nn.mul
// CHECK: return
func.func @with_slope(%a0: tensor<4xf64>, %a1: tensor<4xf64>, %a2: tensor<4xf64>, %seed: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %y = nn.with_slope %a0, %a1 slope %a2 : tensor<4xf64>
  %g0, %g1 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %g0, %g1 : tensor<4xf64>, tensor<4xf64>
}

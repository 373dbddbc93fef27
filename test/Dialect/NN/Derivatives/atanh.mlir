// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @atanh
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.div
// CHECK: return
func.func @atanh(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  %y = nn.atanh %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

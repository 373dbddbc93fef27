// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @exp2
// CHECK: nn.exp2
// CHECK: nn.mul
// CHECK: nn.mul
// CHECK: return
func.func @exp2(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  %y = nn.exp2 %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

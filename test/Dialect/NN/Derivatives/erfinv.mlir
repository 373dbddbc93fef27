// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @erfinv
// CHECK: nn.erfinv
// CHECK: nn.mul
// CHECK: nn.exp
// CHECK: nn.mul
// CHECK: nn.mul
// CHECK: return
func.func @erfinv(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  %y = nn.erfinv %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @i0e
// CHECK: nn.i0e
// CHECK: nn.sign
// CHECK: nn.i1e
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.mul
// CHECK: return
func.func @i0e(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  %y = nn.i0e %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

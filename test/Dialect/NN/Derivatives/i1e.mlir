// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @i1e
// CHECK: nn.i1e
// CHECK: nn.compare
// CHECK: nn.select
// CHECK: nn.sign
// CHECK: nn.reciprocal
// CHECK: nn.add
// CHECK: nn.i0e
// CHECK: nn.mul
// CHECK: nn.sub
// CHECK: nn.select
// CHECK: nn.mul
// CHECK: return
func.func @i1e(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  %y = nn.i1e %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

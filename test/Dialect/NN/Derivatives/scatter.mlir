// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @scatter
// CHECK: nn.gather
// CHECK: nn.scatter
// CHECK: return
func.func @scatter(%a0: tensor<3x2xf64>, %a1: tensor<3x3xf64>, %i: tensor<3x2xi64>, %seed: tensor<3x3xf64>) -> (tensor<3x2xf64>, tensor<3x3xf64>) {
  %y = nn.scatter replace %a0 into %a1 at %i dim 1 : (tensor<3x2xf64>, tensor<3x3xf64>, tensor<3x2xi64>) -> tensor<3x3xf64>
  %g0, %g1 = nn.gradient %y, %seed wrt (%a0, %a1) : (tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x2xf64>, tensor<3x3xf64>) -> (tensor<3x2xf64>, tensor<3x3xf64>)
  return %g0, %g1 : tensor<3x2xf64>, tensor<3x3xf64>
}

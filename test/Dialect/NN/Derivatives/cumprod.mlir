// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @cumprod
// CHECK: nn.cumprod
// CHECK: nn.compare
// CHECK: nn.select
// CHECK: nn.cumsum
// CHECK: nn.compare
// CHECK: nn.mul
// CHECK: nn.compare
// CHECK: nn.mul
// CHECK: nn.iota
// CHECK: nn.index_select
// CHECK: nn.cumsum
// CHECK: nn.index_select
// CHECK: nn.select
// CHECK: nn.div
// CHECK: nn.select
// CHECK: nn.cumprod
// CHECK: nn.mul
// CHECK: nn.index_select
// CHECK: nn.cumsum
// CHECK: nn.index_select
// CHECK: nn.select
// CHECK: nn.select
// CHECK: return
func.func @cumprod(%a0: tensor<3x4xf64>, %seed: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %y = nn.cumprod %a0 dim 1 : tensor<3x4xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %g : tensor<3x4xf64>
}

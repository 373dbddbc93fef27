// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @logcumsumexp
// CHECK: nn.logcumsumexp
// CHECK: nn.maximum
// CHECK: nn.log
// CHECK: nn.sub
// CHECK: nn.iota
// CHECK: nn.index_select
// CHECK: nn.logcumsumexp
// CHECK: nn.index_select
// CHECK: nn.add
// CHECK: nn.exp
// CHECK: nn.neg
// CHECK: nn.maximum
// CHECK: nn.log
// CHECK: nn.sub
// CHECK: nn.index_select
// CHECK: nn.logcumsumexp
// CHECK: nn.index_select
// CHECK: nn.add
// CHECK: nn.exp
// CHECK: nn.sub
// CHECK: return
func.func @logcumsumexp(%a0: tensor<3x4xf64>, %seed: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %y = nn.logcumsumexp %a0 dim 1 : tensor<3x4xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %g : tensor<3x4xf64>
}

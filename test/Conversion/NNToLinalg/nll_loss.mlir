// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @nll_loss
// CHECK: tensor.extract
// CHECK: arith.addf
// CHECK: arith.divf
func.func @nll_loss(%x: tensor<?x10xf32>, %t: tensor<?xi64>) -> tensor<f32> {
  %y = nn.nll_loss mean %x, %t : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  return %y : tensor<f32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @cross_entropy
// CHECK: math.exp
// CHECK: math.log
// CHECK: tensor.extract
// CHECK: arith.divf
func.func @cross_entropy(%x: tensor<?x10xf32>, %t: tensor<?xi64>) -> tensor<f32> {
  %y = nn.cross_entropy mean %x, %t : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  return %y : tensor<f32>
}

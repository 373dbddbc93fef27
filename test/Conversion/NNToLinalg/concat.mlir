// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @concat
// CHECK: tensor.insert_slice
// CHECK: tensor.insert_slice
func.func @concat(%a: tensor<?x3xf32>, %b: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %y = nn.concat %a, %b dim 1 : (tensor<?x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %y : tensor<2x7xf32>
}

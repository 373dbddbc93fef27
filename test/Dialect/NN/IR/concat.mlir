// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @concat
// CHECK: nn.concat %{{.*}}, %{{.*}} dim 1 : (tensor<?x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
func.func @concat(%a: tensor<?x3xf32>, %b: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %y = nn.concat %a, %b dim 1 : (tensor<?x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %y : tensor<2x7xf32>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @maximum
// CHECK: nn.maximum %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @maximum(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.maximum %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @maximum_1
// CHECK: nn.maximum %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @maximum_1(%a: tensor<?x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %y = nn.maximum %a, %b : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

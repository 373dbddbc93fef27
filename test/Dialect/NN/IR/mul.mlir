// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @mul
// CHECK: nn.mul %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @mul(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.mul %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @mul_1
// CHECK: nn.mul %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @mul_1(%a: tensor<?x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %y = nn.mul %a, %b : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

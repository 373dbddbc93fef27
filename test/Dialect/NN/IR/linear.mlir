// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @linear
// CHECK: nn.linear %{{.*}}, %{{.*}} bias %{{.*}} : (tensor<?x7x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<?x7x3xf32>
func.func @linear(%x: tensor<?x7x4xf32>, %w: tensor<3x4xf32>, %b: tensor<3xf32>) -> tensor<?x7x3xf32> {
  %y = nn.linear %x, %w bias %b : (tensor<?x7x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<?x7x3xf32>
  return %y : tensor<?x7x3xf32>
}

// CHECK-LABEL: func.func @linear_1
// CHECK: nn.linear %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3xf32>
func.func @linear_1(%x: tensor<4xf32>, %w: tensor<3x4xf32>) -> tensor<3xf32> {
  %y = nn.linear %x, %w : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

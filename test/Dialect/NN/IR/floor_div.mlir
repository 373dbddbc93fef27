// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @floor_div
// CHECK: nn.floor_div %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @floor_div(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.floor_div %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @floor_div_1
// CHECK: nn.floor_div %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @floor_div_1(%a: tensor<?x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %y = nn.floor_div %a, %b : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

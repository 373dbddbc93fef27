// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @sub
// CHECK: nn.sub %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @sub(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sub %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @sub_1
// CHECK: nn.sub %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @sub_1(%a: tensor<?x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %y = nn.sub %a, %b : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @div
// CHECK: nn.div %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @div(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.div %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @div_1
// CHECK: nn.div %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @div_1(%a: tensor<?x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %y = nn.div %a, %b : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

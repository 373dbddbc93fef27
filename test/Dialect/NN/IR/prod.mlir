// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @prod
// CHECK: nn.prod %{{.*}} dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
func.func @prod(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.prod %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @prod_1
// CHECK: nn.prod %{{.*}} dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
func.func @prod_1(%x: tensor<?x3x4xf32>) -> tensor<?x1x4xf32> {
  %y = nn.prod %x dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
  return %y : tensor<?x1x4xf32>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @norm
// CHECK: nn.norm %{{.*}} dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
func.func @norm(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.norm %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @norm_1
// CHECK: nn.norm %{{.*}} dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
func.func @norm_1(%x: tensor<?x3x4xf32>) -> tensor<?x1x4xf32> {
  %y = nn.norm %x dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
  return %y : tensor<?x1x4xf32>
}

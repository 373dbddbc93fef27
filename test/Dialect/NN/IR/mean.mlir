// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @mean
// CHECK: nn.mean %{{.*}} dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
func.func @mean(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.mean %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @mean_1
// CHECK: nn.mean %{{.*}} dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
func.func @mean_1(%x: tensor<?x3x4xf32>) -> tensor<?x1x4xf32> {
  %y = nn.mean %x dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
  return %y : tensor<?x1x4xf32>
}

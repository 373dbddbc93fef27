// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @sum
// CHECK: nn.sum %{{.*}} dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
func.func @sum(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.sum %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @sum_1
// CHECK: nn.sum %{{.*}} dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
func.func @sum_1(%x: tensor<?x3x4xf32>) -> tensor<?x1x4xf32> {
  %y = nn.sum %x dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
  return %y : tensor<?x1x4xf32>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @amax
// CHECK: nn.amax %{{.*}} dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
func.func @amax(%x: tensor<?x3x4xf32>) -> tensor<3xf32> {
  %y = nn.amax %x dims [0, 2] : (tensor<?x3x4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @amax_1
// CHECK: nn.amax %{{.*}} dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
func.func @amax_1(%x: tensor<?x3x4xf32>) -> tensor<?x1x4xf32> {
  %y = nn.amax %x dims [1] keepdim : (tensor<?x3x4xf32>) -> tensor<?x1x4xf32>
  return %y : tensor<?x1x4xf32>
}

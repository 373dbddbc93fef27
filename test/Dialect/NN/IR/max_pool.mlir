// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @max_pool
// CHECK: nn.max_pool %{{.*}} kernel [2, 3] stride [2, 2] padding [0, 1] dilation [1, 1] {ceil_mode} : (tensor<?x3x8x7xf32>) -> tensor<?x3x4x4xf32>
func.func @max_pool(%x: tensor<?x3x8x7xf32>) -> tensor<?x3x4x4xf32> {
  %y = nn.max_pool %x kernel [2, 3] stride [2, 2] padding [0, 1] dilation [1, 1] {ceil_mode} : (tensor<?x3x8x7xf32>) -> tensor<?x3x4x4xf32>
  return %y : tensor<?x3x4x4xf32>
}

// CHECK-LABEL: func.func @max_pool_1
// CHECK: nn.max_pool %{{.*}} kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 2] {layout = #janus.layout<channels_last>} : (tensor<?x8x7x3xf32>) -> tensor<?x4x3x3xf32>
func.func @max_pool_1(%x: tensor<?x8x7x3xf32>) -> tensor<?x4x3x3xf32> {
  %y = nn.max_pool %x kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 2] {layout = #janus.layout<channels_last>} : (tensor<?x8x7x3xf32>) -> tensor<?x4x3x3xf32>
  return %y : tensor<?x4x3x3xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @max_pool
// CHECK: tensor.pad
// CHECK: linalg.pooling_nchw_max
func.func @max_pool(%x: tensor<?x3x8x7xf32>) -> tensor<?x3x4x4xf32> {
  %y = nn.max_pool %x kernel [2, 3] stride [2, 2] padding [0, 1] dilation [1, 1] {ceil_mode} : (tensor<?x3x8x7xf32>) -> tensor<?x3x4x4xf32>
  return %y : tensor<?x3x4x4xf32>
}

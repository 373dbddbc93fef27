// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @conv
// CHECK: tensor.pad
// CHECK: tensor.expand_shape
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: tensor.collapse_shape
func.func @conv(%x: tensor<?x4x9x?xf32>, %w: tensor<6x2x3x5xf32>, %b: tensor<6xf32>) -> tensor<?x6x5x?xf32> {
  %y = nn.conv %x, %w bias %b stride [2, 1] padding [1, 0], [2, 0] dilation [1, 2] {groups = 2 : i64} : (tensor<?x4x9x?xf32>, tensor<6x2x3x5xf32>, tensor<6xf32>) -> tensor<?x6x5x?xf32>
  return %y : tensor<?x6x5x?xf32>
}

// Each channel by itself: no loops over groups of one.
// CHECK-LABEL: func.func @depthwise
// CHECK: tensor.pad
// CHECK-NOT: tensor.expand_shape
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2], [3]] : tensor<4x1x3x3xf32> into tensor<4x3x3xf32>
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
// CHECK-NOT: tensor.collapse_shape
func.func @depthwise(%x: tensor<?x4x9x9xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<?x4x5x5xf32> {
  %y = nn.conv %x, %w stride [2, 2] padding [1, 1], [1, 1] dilation [1, 1] {groups = 4 : i64} : (tensor<?x4x9x9xf32>, tensor<4x1x3x3xf32>) -> tensor<?x4x5x5xf32>
  return %y : tensor<?x4x5x5xf32>
}

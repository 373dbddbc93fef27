// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// Windows beside each other: elements are compared written out, and each window's number goes to its own elements.
// CHECK-LABEL: func.func @tiles
// CHECK-COUNT-4: tensor.extract_slice %arg1
// CHECK: linalg.generic
// CHECK-COUNT-3: arith.cmpf olt
// CHECK: linalg.generic
// CHECK: linalg.index
// CHECK: arith.select
// CHECK-NOT: tensor.extract
// CHECK: tensor.collapse_shape
func.func @tiles(%g: tensor<?x3x4x4xf32>, %x: tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32> {
  %y = nn.max_pool_backward %g, %x kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 1] : (tensor<?x3x4x4xf32>, tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32>
  return %y : tensor<?x3x8x8xf32>
}

// Windows that overlap: elements are compared written out, the first one inside the image is taken if none is greater,
// and each window adds to the one it takes.
// CHECK-LABEL: func.func @overlap
// CHECK: tensor.pad
// CHECK: linalg.generic
// CHECK: arith.maxsi
// CHECK-COUNT-9: arith.cmpf olt
// CHECK: linalg.fill
// CHECK-COUNT-4: scf.for
// CHECK: tensor.extract
// CHECK: arith.addf
// CHECK: tensor.insert
func.func @overlap(%g: tensor<?x3x4x4xf32>, %x: tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32> {
  %y = nn.max_pool_backward %g, %x kernel [3, 3] stride [2, 2] padding [1, 1] dilation [1, 1] : (tensor<?x3x4x4xf32>, tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32>
  return %y : tensor<?x3x8x8xf32>
}

// All elements at one place of a window are as many as windows, where these are one step apart, too.
// CHECK-LABEL: func.func @one_apart
// CHECK: %[[PADDED:.*]] = tensor.pad
// CHECK: %[[FIRST:.*]] = tensor.extract_slice %[[PADDED]][0, 0, 0, 0] [2, 3, 8, 8] [1, 1, 1, 1]
// CHECK: tensor.extract_slice %[[PADDED]][0, 0, 0, 1] [2, 3, 8, 8] [1, 1, 1, 1]
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[FIRST]],
func.func @one_apart(%g: tensor<2x3x8x8xf32>, %x: tensor<2x3x8x8xf32>) -> tensor<2x3x8x8xf32> {
  %y = nn.max_pool_backward %g, %x kernel [3, 3] stride [1, 1] padding [1, 1] dilation [1, 1] : (tensor<2x3x8x8xf32>, tensor<2x3x8x8xf32>) -> tensor<2x3x8x8xf32>
  return %y : tensor<2x3x8x8xf32>
}

// Dilated windows may have all elements beside the image: each place adds up what those that reach it hand back.
// CHECK-LABEL: func.func @dilated
// CHECK: linalg.generic
// CHECK: arith.cmpf
// CHECK: arith.select
// CHECK: linalg.generic
// CHECK: tensor.extract
func.func @dilated(%g: tensor<?x3x4x4xf32>, %x: tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32> {
  %y = nn.max_pool_backward %g, %x kernel [2, 2] stride [2, 2] padding [1, 1] dilation [3, 3] : (tensor<?x3x4x4xf32>, tensor<?x3x8x8xf32>) -> tensor<?x3x8x8xf32>
  return %y : tensor<?x3x8x8xf32>
}

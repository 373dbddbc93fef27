// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @conv_backward_input
// CHECK: tensor.pad
// CHECK: tensor.extract
// CHECK: linalg.conv_2d_nchw_fchw
func.func @conv_backward_input(%g: tensor<?x6x8x8xf32>, %w: tensor<6x3x3x3xf32>, %n: index) -> tensor<?x3x8x?xf32> {
  %y = nn.conv_backward_input %g, %w sizes [8, %n] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<?x6x8x8xf32>, tensor<6x3x3x3xf32>) -> tensor<?x3x8x?xf32>
  return %y : tensor<?x3x8x?xf32>
}

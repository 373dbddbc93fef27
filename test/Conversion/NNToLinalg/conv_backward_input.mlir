// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// The weight is read backwards, where it is.
// CHECK: #[[$GRAD:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d2 - d5 + 2, d3 - d6 + 2)>
// CHECK: #[[$WEIGHT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d1, d5, d6)>

// CHECK-LABEL: func.func @conv_backward_input
// CHECK: %[[PADDED:.*]] = tensor.pad
// CHECK-NOT: tensor.extract
// CHECK: linalg.generic {{.*}}#[[$GRAD]], #[[$WEIGHT]]{{.*}} ins(%[[PADDED]], %arg1
func.func @conv_backward_input(%g: tensor<?x6x8x8xf32>, %w: tensor<6x3x3x3xf32>, %n: index) -> tensor<?x3x8x?xf32> {
  %y = nn.conv_backward_input %g, %w sizes [8, %n] stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1] : (tensor<?x6x8x8xf32>, tensor<6x3x3x3xf32>) -> tensor<?x3x8x?xf32>
  return %y : tensor<?x3x8x?xf32>
}

// Steps of two: places of the result with an even number meet every second tap, the others the rest.
// CHECK-LABEL: func.func @steps
// CHECK: tensor.extract_slice %arg1[0, 0, 1] [6, 3, 2] [1, 1, 2]
// CHECK: %[[EVEN:.*]] = linalg.generic
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[EVEN]] into %{{.*}}[0, 0, 0] [1, 3, 8] [1, 1, 2]
// CHECK: tensor.extract_slice %arg1[0, 0, 0] [6, 3, 2] [1, 1, 2]
// CHECK: %[[ODD:.*]] = linalg.generic
// CHECK: tensor.insert_slice %[[ODD]] into %[[FIRST]][0, 0, 1] [1, 3, 8] [1, 1, 2]
func.func @steps(%g: tensor<1x6x8xf32>, %w: tensor<6x3x4xf32>) -> tensor<1x3x16xf32> {
  %y = nn.conv_backward_input %g, %w sizes [16] stride [2] padding [1], [1] dilation [1] : (tensor<1x6x8xf32>, tensor<6x3x4xf32>) -> tensor<1x3x16xf32>
  return %y : tensor<1x3x16xf32>
}

// What no window reaches is zero.
// CHECK-LABEL: func.func @unreached
// CHECK: %[[ZERO:.*]] = linalg.fill
// CHECK: %[[EVEN:.*]] = linalg.generic
// CHECK: %[[ALL:.*]] = tensor.insert_slice %[[EVEN]] into %{{.*}}[0, 0, 0] [1, 3, 8] [1, 1, 2]
// CHECK: return %[[ALL]]
func.func @unreached(%g: tensor<1x6x8xf32>, %w: tensor<6x3x1xf32>) -> tensor<1x3x15xf32> {
  %y = nn.conv_backward_input %g, %w sizes [15] stride [2] padding [0], [0] dilation [1] : (tensor<1x6x8xf32>, tensor<6x3x1xf32>) -> tensor<1x3x15xf32>
  return %y : tensor<1x3x15xf32>
}

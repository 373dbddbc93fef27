// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @conv
// CHECK: nn.conv %{{.*}}, %{{.*}} bias %{{.*}} stride [2, 1] padding [1, 0], [2, 0] dilation [1, 2] {groups = 2 : i64} : (tensor<?x4x9x?xf32>, tensor<6x2x3x5xf32>, tensor<6xf32>) -> tensor<?x6x5x?xf32>
func.func @conv(%x: tensor<?x4x9x?xf32>, %w: tensor<6x2x3x5xf32>, %b: tensor<6xf32>) -> tensor<?x6x5x?xf32> {
  %y = nn.conv %x, %w bias %b stride [2, 1] padding [1, 0], [2, 0] dilation [1, 2] {groups = 2 : i64} : (tensor<?x4x9x?xf32>, tensor<6x2x3x5xf32>, tensor<6xf32>) -> tensor<?x6x5x?xf32>
  return %y : tensor<?x6x5x?xf32>
}

// CHECK-LABEL: func.func @conv_1
// CHECK: nn.conv %{{.*}}, %{{.*}} stride [1] padding [1], [1] dilation [1] {layout = #janus.layout<channels_last>} : (tensor<?x9x4xf32>, tensor<6x3x4xf32>) -> tensor<?x9x6xf32>
func.func @conv_1(%x: tensor<?x9x4xf32>, %w: tensor<6x3x4xf32>) -> tensor<?x9x6xf32> {
  %y = nn.conv %x, %w stride [1] padding [1], [1] dilation [1] {layout = #janus.layout<channels_last>} : (tensor<?x9x4xf32>, tensor<6x3x4xf32>) -> tensor<?x9x6xf32>
  return %y : tensor<?x9x6xf32>
}

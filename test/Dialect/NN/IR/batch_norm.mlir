// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @batch_norm
// CHECK: nn.batch_norm %{{.*}} mean %{{.*}} variance %{{.*}} weight %{{.*}} bias %{{.*}} epsilon 1.000000e-05 : (tensor<?x3x8xbf16>, tensor<3xf32>, tensor<3xf32>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<?x3x8xbf16>
func.func @batch_norm(%x: tensor<?x3x8xbf16>, %m: tensor<3xf32>, %v: tensor<3xf32>, %w: tensor<3xbf16>, %b: tensor<3xbf16>) -> tensor<?x3x8xbf16> {
  %y = nn.batch_norm %x mean %m variance %v weight %w bias %b epsilon 1.000000e-05 : (tensor<?x3x8xbf16>, tensor<3xf32>, tensor<3xf32>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<?x3x8xbf16>
  return %y : tensor<?x3x8xbf16>
}

// CHECK-LABEL: func.func @batch_norm_1
// CHECK: nn.batch_norm %{{.*}} mean %{{.*}} variance %{{.*}} epsilon 1.000000e-05 {layout = #janus.layout<channels_last>} : (tensor<?x8x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x8x3xf32>
func.func @batch_norm_1(%x: tensor<?x8x3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<?x8x3xf32> {
  %y = nn.batch_norm %x mean %m variance %v epsilon 1.000000e-05 {layout = #janus.layout<channels_last>} : (tensor<?x8x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x8x3xf32>
  return %y : tensor<?x8x3xf32>
}

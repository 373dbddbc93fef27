// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @batch_norm_training
// CHECK: nn.batch_norm_training %{{.*}} weight %{{.*}} bias %{{.*}} epsilon 1.000000e-05 : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>)
func.func @batch_norm_training(%x: tensor<?x3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %y:3 = nn.batch_norm_training %x weight %w bias %b epsilon 1.000000e-05 : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %y#0, %y#1, %y#2 : tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @cross_entropy
// CHECK: nn.cross_entropy mean %{{.*}}, %{{.*}} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
func.func @cross_entropy(%x: tensor<?x10xf32>, %t: tensor<?xi64>) -> tensor<f32> {
  %y = nn.cross_entropy mean %x, %t : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  return %y : tensor<f32>
}

// CHECK-LABEL: func.func @cross_entropy_1
// CHECK: nn.cross_entropy none %{{.*}}, %{{.*}} weight %{{.*}} {ignore_index = 0 : i64, label_smoothing = 1.000000e-01 : f64} : (tensor<?x10x7xf32>, tensor<?x7xi64>, tensor<10xf32>) -> tensor<?x7xf32>
func.func @cross_entropy_1(%x: tensor<?x10x7xf32>, %t: tensor<?x7xi64>, %w: tensor<10xf32>) -> tensor<?x7xf32> {
  %y = nn.cross_entropy none %x, %t weight %w {ignore_index = 0 : i64, label_smoothing = 1.000000e-01 : f64} : (tensor<?x10x7xf32>, tensor<?x7xi64>, tensor<10xf32>) -> tensor<?x7xf32>
  return %y : tensor<?x7xf32>
}

// CHECK-LABEL: func.func @cross_entropy_2
// CHECK: nn.cross_entropy sum %{{.*}}, %{{.*}} : (tensor<10xf32>, tensor<i64>) -> tensor<f32>
func.func @cross_entropy_2(%x: tensor<10xf32>, %t: tensor<i64>) -> tensor<f32> {
  %y = nn.cross_entropy sum %x, %t : (tensor<10xf32>, tensor<i64>) -> tensor<f32>
  return %y : tensor<f32>
}

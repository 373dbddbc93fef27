// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @nll_loss
// CHECK: nn.nll_loss mean %{{.*}}, %{{.*}} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
func.func @nll_loss(%x: tensor<?x10xf32>, %t: tensor<?xi64>) -> tensor<f32> {
  %y = nn.nll_loss mean %x, %t : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  return %y : tensor<f32>
}

// CHECK-LABEL: func.func @nll_loss_1
// CHECK: nn.nll_loss none %{{.*}}, %{{.*}} weight %{{.*}} {ignore_index = 0 : i64} : (tensor<?x10x7xf32>, tensor<?x7xi64>, tensor<10xf32>) -> tensor<?x7xf32>
func.func @nll_loss_1(%x: tensor<?x10x7xf32>, %t: tensor<?x7xi64>, %w: tensor<10xf32>) -> tensor<?x7xf32> {
  %y = nn.nll_loss none %x, %t weight %w {ignore_index = 0 : i64} : (tensor<?x10x7xf32>, tensor<?x7xi64>, tensor<10xf32>) -> tensor<?x7xf32>
  return %y : tensor<?x7xf32>
}

// CHECK-LABEL: func.func @nll_loss_2
// CHECK: nn.nll_loss sum %{{.*}}, %{{.*}} : (tensor<10xf32>, tensor<i64>) -> tensor<f32>
func.func @nll_loss_2(%x: tensor<10xf32>, %t: tensor<i64>) -> tensor<f32> {
  %y = nn.nll_loss sum %x, %t : (tensor<10xf32>, tensor<i64>) -> tensor<f32>
  return %y : tensor<f32>
}

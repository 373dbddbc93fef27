// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @abs
// CHECK: nn.abs %{{.*}} : tensor<?x4xf32>
func.func @abs(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.abs %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @abs_1
// CHECK: nn.abs %{{.*}} : tensor<bf16>
func.func @abs_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.abs %x : tensor<bf16>
  return %y : tensor<bf16>
}

// CHECK-LABEL: func.func @abs_2
// CHECK: nn.abs %{{.*}} : tensor<3xi64>
func.func @abs_2(%x: tensor<3xi64>) -> tensor<3xi64> {
  %y = nn.abs %x : tensor<3xi64>
  return %y : tensor<3xi64>
}

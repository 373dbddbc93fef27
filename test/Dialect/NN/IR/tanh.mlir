// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @tanh
// CHECK: nn.tanh %{{.*}} : tensor<?x4xf32>
func.func @tanh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.tanh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @tanh_1
// CHECK: nn.tanh %{{.*}} : tensor<bf16>
func.func @tanh_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.tanh %x : tensor<bf16>
  return %y : tensor<bf16>
}

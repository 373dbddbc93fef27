// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @sin
// CHECK: nn.sin %{{.*}} : tensor<?x4xf32>
func.func @sin(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sin %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @sin_1
// CHECK: nn.sin %{{.*}} : tensor<bf16>
func.func @sin_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.sin %x : tensor<bf16>
  return %y : tensor<bf16>
}

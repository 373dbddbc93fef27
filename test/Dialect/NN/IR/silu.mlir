// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @silu
// CHECK: nn.silu %{{.*}} : tensor<?x4xf32>
func.func @silu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.silu %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @silu_1
// CHECK: nn.silu %{{.*}} : tensor<bf16>
func.func @silu_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.silu %x : tensor<bf16>
  return %y : tensor<bf16>
}

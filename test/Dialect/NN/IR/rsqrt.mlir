// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @rsqrt
// CHECK: nn.rsqrt %{{.*}} : tensor<?x4xf32>
func.func @rsqrt(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.rsqrt %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @rsqrt_1
// CHECK: nn.rsqrt %{{.*}} : tensor<bf16>
func.func @rsqrt_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.rsqrt %x : tensor<bf16>
  return %y : tensor<bf16>
}

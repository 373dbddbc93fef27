// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @expm1
// CHECK: nn.expm1 %{{.*}} : tensor<?x4xf32>
func.func @expm1(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.expm1 %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @expm1_1
// CHECK: nn.expm1 %{{.*}} : tensor<bf16>
func.func @expm1_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.expm1 %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @reciprocal
// CHECK: nn.reciprocal %{{.*}} : tensor<?x4xf32>
func.func @reciprocal(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.reciprocal %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @reciprocal_1
// CHECK: nn.reciprocal %{{.*}} : tensor<bf16>
func.func @reciprocal_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.reciprocal %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @sqrt
// CHECK: nn.sqrt %{{.*}} : tensor<?x4xf32>
func.func @sqrt(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sqrt %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @sqrt_1
// CHECK: nn.sqrt %{{.*}} : tensor<bf16>
func.func @sqrt_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.sqrt %x : tensor<bf16>
  return %y : tensor<bf16>
}

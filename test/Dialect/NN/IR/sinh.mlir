// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @sinh
// CHECK: nn.sinh %{{.*}} : tensor<?x4xf32>
func.func @sinh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sinh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @sinh_1
// CHECK: nn.sinh %{{.*}} : tensor<bf16>
func.func @sinh_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.sinh %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @cos
// CHECK: nn.cos %{{.*}} : tensor<?x4xf32>
func.func @cos(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cos %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @cos_1
// CHECK: nn.cos %{{.*}} : tensor<bf16>
func.func @cos_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.cos %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @atan
// CHECK: nn.atan %{{.*}} : tensor<?x4xf32>
func.func @atan(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.atan %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @atan_1
// CHECK: nn.atan %{{.*}} : tensor<bf16>
func.func @atan_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.atan %x : tensor<bf16>
  return %y : tensor<bf16>
}

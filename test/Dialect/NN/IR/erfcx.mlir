// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @erfcx
// CHECK: nn.erfcx %{{.*}} : tensor<?x4xf32>
func.func @erfcx(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.erfcx %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @erfcx_1
// CHECK: nn.erfcx %{{.*}} : tensor<bf16>
func.func @erfcx_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.erfcx %x : tensor<bf16>
  return %y : tensor<bf16>
}

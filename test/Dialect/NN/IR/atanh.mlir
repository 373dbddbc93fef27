// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @atanh
// CHECK: nn.atanh %{{.*}} : tensor<?x4xf32>
func.func @atanh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.atanh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @atanh_1
// CHECK: nn.atanh %{{.*}} : tensor<bf16>
func.func @atanh_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.atanh %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @trunc
// CHECK: nn.trunc %{{.*}} : tensor<?x4xf32>
func.func @trunc(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.trunc %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @trunc_1
// CHECK: nn.trunc %{{.*}} : tensor<bf16>
func.func @trunc_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.trunc %x : tensor<bf16>
  return %y : tensor<bf16>
}

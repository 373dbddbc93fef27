// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @digamma
// CHECK: nn.digamma %{{.*}} : tensor<?x4xf32>
func.func @digamma(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.digamma %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @digamma_1
// CHECK: nn.digamma %{{.*}} : tensor<bf16>
func.func @digamma_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.digamma %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @lgamma
// CHECK: nn.lgamma %{{.*}} : tensor<?x4xf32>
func.func @lgamma(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.lgamma %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @lgamma_1
// CHECK: nn.lgamma %{{.*}} : tensor<bf16>
func.func @lgamma_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.lgamma %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @acos
// CHECK: nn.acos %{{.*}} : tensor<?x4xf32>
func.func @acos(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.acos %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @acos_1
// CHECK: nn.acos %{{.*}} : tensor<bf16>
func.func @acos_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.acos %x : tensor<bf16>
  return %y : tensor<bf16>
}

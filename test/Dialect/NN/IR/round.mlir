// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @round
// CHECK: nn.round %{{.*}} : tensor<?x4xf32>
func.func @round(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.round %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @round_1
// CHECK: nn.round %{{.*}} : tensor<bf16>
func.func @round_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.round %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @exp
// CHECK: nn.exp %{{.*}} : tensor<?x4xf32>
func.func @exp(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.exp %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @exp_1
// CHECK: nn.exp %{{.*}} : tensor<bf16>
func.func @exp_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.exp %x : tensor<bf16>
  return %y : tensor<bf16>
}

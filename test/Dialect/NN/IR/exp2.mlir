// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @exp2
// CHECK: nn.exp2 %{{.*}} : tensor<?x4xf32>
func.func @exp2(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.exp2 %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @exp2_1
// CHECK: nn.exp2 %{{.*}} : tensor<bf16>
func.func @exp2_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.exp2 %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @erfc
// CHECK: nn.erfc %{{.*}} : tensor<?x4xf32>
func.func @erfc(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.erfc %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @erfc_1
// CHECK: nn.erfc %{{.*}} : tensor<bf16>
func.func @erfc_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.erfc %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @erfinv
// CHECK: nn.erfinv %{{.*}} : tensor<?x4xf32>
func.func @erfinv(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.erfinv %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @erfinv_1
// CHECK: nn.erfinv %{{.*}} : tensor<bf16>
func.func @erfinv_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.erfinv %x : tensor<bf16>
  return %y : tensor<bf16>
}

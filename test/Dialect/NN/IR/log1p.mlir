// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @log1p
// CHECK: nn.log1p %{{.*}} : tensor<?x4xf32>
func.func @log1p(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.log1p %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @log1p_1
// CHECK: nn.log1p %{{.*}} : tensor<bf16>
func.func @log1p_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.log1p %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @log10
// CHECK: nn.log10 %{{.*}} : tensor<?x4xf32>
func.func @log10(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.log10 %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @log10_1
// CHECK: nn.log10 %{{.*}} : tensor<bf16>
func.func @log10_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.log10 %x : tensor<bf16>
  return %y : tensor<bf16>
}

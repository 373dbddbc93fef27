// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @tan
// CHECK: nn.tan %{{.*}} : tensor<?x4xf32>
func.func @tan(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.tan %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @tan_1
// CHECK: nn.tan %{{.*}} : tensor<bf16>
func.func @tan_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.tan %x : tensor<bf16>
  return %y : tensor<bf16>
}

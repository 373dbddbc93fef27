// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @sigmoid
// CHECK: nn.sigmoid %{{.*}} : tensor<?x4xf32>
func.func @sigmoid(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sigmoid %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @sigmoid_1
// CHECK: nn.sigmoid %{{.*}} : tensor<bf16>
func.func @sigmoid_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.sigmoid %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @acosh
// CHECK: nn.acosh %{{.*}} : tensor<?x4xf32>
func.func @acosh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.acosh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @acosh_1
// CHECK: nn.acosh %{{.*}} : tensor<bf16>
func.func @acosh_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.acosh %x : tensor<bf16>
  return %y : tensor<bf16>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @ceil
// CHECK: nn.ceil %{{.*}} : tensor<?x4xf32>
func.func @ceil(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.ceil %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @ceil_1
// CHECK: nn.ceil %{{.*}} : tensor<bf16>
func.func @ceil_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.ceil %x : tensor<bf16>
  return %y : tensor<bf16>
}

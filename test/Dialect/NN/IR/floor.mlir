// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @floor
// CHECK: nn.floor %{{.*}} : tensor<?x4xf32>
func.func @floor(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.floor %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @floor_1
// CHECK: nn.floor %{{.*}} : tensor<bf16>
func.func @floor_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.floor %x : tensor<bf16>
  return %y : tensor<bf16>
}

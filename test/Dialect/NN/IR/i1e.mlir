// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @i1e
// CHECK: nn.i1e %{{.*}} : tensor<?x4xf32>
func.func @i1e(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.i1e %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @i1e_1
// CHECK: nn.i1e %{{.*}} : tensor<bf16>
func.func @i1e_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.i1e %x : tensor<bf16>
  return %y : tensor<bf16>
}

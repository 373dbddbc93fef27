// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @asinh
// CHECK: nn.asinh %{{.*}} : tensor<?x4xf32>
func.func @asinh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.asinh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @asinh_1
// CHECK: nn.asinh %{{.*}} : tensor<bf16>
func.func @asinh_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.asinh %x : tensor<bf16>
  return %y : tensor<bf16>
}

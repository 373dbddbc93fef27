// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @cosh
// CHECK: nn.cosh %{{.*}} : tensor<?x4xf32>
func.func @cosh(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cosh %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @cosh_1
// CHECK: nn.cosh %{{.*}} : tensor<bf16>
func.func @cosh_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.cosh %x : tensor<bf16>
  return %y : tensor<bf16>
}

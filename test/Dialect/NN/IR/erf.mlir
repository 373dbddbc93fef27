// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @erf
// CHECK: nn.erf %{{.*}} : tensor<?x4xf32>
func.func @erf(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.erf %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @erf_1
// CHECK: nn.erf %{{.*}} : tensor<bf16>
func.func @erf_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.erf %x : tensor<bf16>
  return %y : tensor<bf16>
}

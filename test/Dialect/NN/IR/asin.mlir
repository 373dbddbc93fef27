// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @asin
// CHECK: nn.asin %{{.*}} : tensor<?x4xf32>
func.func @asin(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.asin %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @asin_1
// CHECK: nn.asin %{{.*}} : tensor<bf16>
func.func @asin_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.asin %x : tensor<bf16>
  return %y : tensor<bf16>
}

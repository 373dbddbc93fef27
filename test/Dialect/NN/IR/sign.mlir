// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @sign
// CHECK: nn.sign %{{.*}} : tensor<?x4xf32>
func.func @sign(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.sign %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @sign_1
// CHECK: nn.sign %{{.*}} : tensor<bf16>
func.func @sign_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.sign %x : tensor<bf16>
  return %y : tensor<bf16>
}

// CHECK-LABEL: func.func @sign_2
// CHECK: nn.sign %{{.*}} : tensor<3xi64>
func.func @sign_2(%x: tensor<3xi64>) -> tensor<3xi64> {
  %y = nn.sign %x : tensor<3xi64>
  return %y : tensor<3xi64>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @relu
// CHECK: nn.relu %{{.*}} : tensor<?x4xf32>
func.func @relu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.relu %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @relu_1
// CHECK: nn.relu %{{.*}} : tensor<bf16>
func.func @relu_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.relu %x : tensor<bf16>
  return %y : tensor<bf16>
}

// CHECK-LABEL: func.func @relu_2
// CHECK: nn.relu %{{.*}} : tensor<3xi64>
func.func @relu_2(%x: tensor<3xi64>) -> tensor<3xi64> {
  %y = nn.relu %x : tensor<3xi64>
  return %y : tensor<3xi64>
}

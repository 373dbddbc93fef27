// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @neg
// CHECK: nn.neg %{{.*}} : tensor<?x4xf32>
func.func @neg(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.neg %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @neg_1
// CHECK: nn.neg %{{.*}} : tensor<bf16>
func.func @neg_1(%x: tensor<bf16>) -> tensor<bf16> {
  %y = nn.neg %x : tensor<bf16>
  return %y : tensor<bf16>
}

// CHECK-LABEL: func.func @neg_2
// CHECK: nn.neg %{{.*}} : tensor<3xi64>
func.func @neg_2(%x: tensor<3xi64>) -> tensor<3xi64> {
  %y = nn.neg %x : tensor<3xi64>
  return %y : tensor<3xi64>
}

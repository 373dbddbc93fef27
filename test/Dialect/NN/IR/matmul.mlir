// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @matmul
// CHECK: nn.matmul %{{.*}}, %{{.*}} : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
func.func @matmul(%a: tensor<?x3x4xf32>, %b: tensor<?x4x5xf32>) -> tensor<?x3x5xf32> {
  %y = nn.matmul %a, %b : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
  return %y : tensor<?x3x5xf32>
}

// CHECK-LABEL: func.func @matmul_1
// CHECK: nn.matmul %{{.*}}, %{{.*}} {transpose_lhs, transpose_rhs} : (tensor<4x?xf32>, tensor<5x4xf32>) -> tensor<?x5xf32>
func.func @matmul_1(%a: tensor<4x?xf32>, %b: tensor<5x4xf32>) -> tensor<?x5xf32> {
  %y = nn.matmul %a, %b {transpose_lhs, transpose_rhs} : (tensor<4x?xf32>, tensor<5x4xf32>) -> tensor<?x5xf32>
  return %y : tensor<?x5xf32>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @embedding_backward
// CHECK: nn.embedding_backward %{{.*}}, %{{.*}}, %{{.*}} {padding_idx = 0 : i64} : (tensor<?x5x4xf32>, tensor<?x5xi64>, tensor<10x4xf32>) -> tensor<10x4xf32>
func.func @embedding_backward(%g: tensor<?x5x4xf32>, %i: tensor<?x5xi64>, %w: tensor<10x4xf32>) -> tensor<10x4xf32> {
  %y = nn.embedding_backward %g, %i, %w {padding_idx = 0 : i64} : (tensor<?x5x4xf32>, tensor<?x5xi64>, tensor<10x4xf32>) -> tensor<10x4xf32>
  return %y : tensor<10x4xf32>
}

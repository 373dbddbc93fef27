// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @embedding
// CHECK: nn.embedding %{{.*}}, %{{.*}} : (tensor<10x4xf32>, tensor<?x5xi64>) -> tensor<?x5x4xf32>
func.func @embedding(%w: tensor<10x4xf32>, %i: tensor<?x5xi64>) -> tensor<?x5x4xf32> {
  %y = nn.embedding %w, %i : (tensor<10x4xf32>, tensor<?x5xi64>) -> tensor<?x5x4xf32>
  return %y : tensor<?x5x4xf32>
}

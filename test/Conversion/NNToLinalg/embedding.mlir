// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @embedding
// CHECK: linalg.index 2
// CHECK: tensor.extract
func.func @embedding(%w: tensor<10x4xf32>, %i: tensor<?x5xi64>) -> tensor<?x5x4xf32> {
  %y = nn.embedding %w, %i : (tensor<10x4xf32>, tensor<?x5xi64>) -> tensor<?x5x4xf32>
  return %y : tensor<?x5x4xf32>
}

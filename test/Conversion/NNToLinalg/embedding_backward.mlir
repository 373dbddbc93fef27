// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @embedding_backward
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.select
// CHECK: tensor.insert
func.func @embedding_backward(%g: tensor<?x5x4xf32>, %i: tensor<?x5xi64>, %w: tensor<10x4xf32>) -> tensor<10x4xf32> {
  %y = nn.embedding_backward %g, %i, %w {padding_idx = 0 : i64} : (tensor<?x5x4xf32>, tensor<?x5xi64>, tensor<10x4xf32>) -> tensor<10x4xf32>
  return %y : tensor<10x4xf32>
}

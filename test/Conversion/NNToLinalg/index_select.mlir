// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @index_select
// CHECK: linalg.index 1
// CHECK: tensor.extract
func.func @index_select(%x: tensor<?x3xf32>, %i: tensor<5xi64>) -> tensor<5x3xf32> {
  %y = nn.index_select %x, %i dim 0 : (tensor<?x3xf32>, tensor<5xi64>) -> tensor<5x3xf32>
  return %y : tensor<5x3xf32>
}

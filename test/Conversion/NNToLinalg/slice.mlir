// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @slice
// CHECK: tensor.extract_slice
func.func @slice(%x: tensor<?x4xf32>, %i: index, %n: index) -> tensor<2x?xf32> {
  %y = nn.slice %x offsets [%i, 0] sizes [2, %n] steps [1, 2] : (tensor<?x4xf32>) -> tensor<2x?xf32>
  return %y : tensor<2x?xf32>
}

// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @slice_scatter
// CHECK: tensor.insert_slice
func.func @slice_scatter(%x: tensor<2x?xf32>, %d: tensor<?x4xf32>, %i: index) -> tensor<?x4xf32> {
  %y = nn.slice_scatter %x into %d offsets [%i, 0] steps [1, 2] : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

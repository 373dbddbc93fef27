// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @broadcast_to
// CHECK: tensor.collapse_shape
// CHECK: linalg.generic
func.func @broadcast_to(%x: tensor<3x1xf32>, %n: index) -> tensor<?x3x4xf32> {
  %y = nn.broadcast_to %x sizes [%n, 3, 4] : tensor<3x1xf32> -> tensor<?x3x4xf32>
  return %y : tensor<?x3x4xf32>
}

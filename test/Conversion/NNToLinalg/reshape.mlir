// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @reshape
// CHECK: tensor.collapse_shape
func.func @reshape(%x: tensor<?x3x4xf32>, %n: index) -> tensor<?x12xf32> {
  %y = nn.reshape %x sizes [%n, 12] : tensor<?x3x4xf32> -> tensor<?x12xf32>
  return %y : tensor<?x12xf32>
}

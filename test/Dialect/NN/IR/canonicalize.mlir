// RUN: janus-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @cast_to_same
// CHECK-NEXT: return %arg0
func.func @cast_to_same(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cast %x to f32 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @broadcast_to_same
// CHECK-NEXT: return %arg0
func.func @broadcast_to_same(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.broadcast_to %x sizes [3, 4] : tensor<3x4xf32> -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @reshape_of_reshape
// CHECK-NEXT: %[[Y:.*]] = nn.reshape %arg0 sizes [6, 2]
// CHECK-NEXT: return %[[Y]]
func.func @reshape_of_reshape(%x: tensor<3x4xf32>) -> tensor<6x2xf32> {
  %y = nn.reshape %x sizes [12] : tensor<3x4xf32> -> tensor<12xf32>
  %z = nn.reshape %y sizes [6, 2] : tensor<12xf32> -> tensor<6x2xf32>
  return %z : tensor<6x2xf32>
}

// CHECK-LABEL: func.func @reshape_to_same
// CHECK-NEXT: return %arg0
func.func @reshape_to_same(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %y = nn.reshape %x sizes [%n, 4] : tensor<?x4xf32> -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// The same type with two dynamic sizes may be another shape.
// CHECK-LABEL: func.func @reshape_may_differ
// CHECK: nn.reshape
func.func @reshape_may_differ(%x: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %y = nn.reshape %x sizes [%n, %m] : tensor<?x?xf32> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @permute_of_permute
// CHECK-NEXT: return %arg0
func.func @permute_of_permute(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = nn.permute %x dims [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %z = nn.permute %y dims [1, 2, 0] : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  return %z : tensor<2x3x4xf32>
}

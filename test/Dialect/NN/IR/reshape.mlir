// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @reshape
// CHECK: nn.reshape %{{.*}} sizes [%{{.*}}, 12] : tensor<?x3x4xf32> -> tensor<?x12xf32>
func.func @reshape(%x: tensor<?x3x4xf32>, %n: index) -> tensor<?x12xf32> {
  %y = nn.reshape %x sizes [%n, 12] : tensor<?x3x4xf32> -> tensor<?x12xf32>
  return %y : tensor<?x12xf32>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @adaptive_avg_pool
// CHECK: nn.adaptive_avg_pool %{{.*}} sizes [3, 2] : (tensor<?x3x8x?xf32>) -> tensor<?x3x3x2xf32>
func.func @adaptive_avg_pool(%x: tensor<?x3x8x?xf32>) -> tensor<?x3x3x2xf32> {
  %y = nn.adaptive_avg_pool %x sizes [3, 2] : (tensor<?x3x8x?xf32>) -> tensor<?x3x3x2xf32>
  return %y : tensor<?x3x3x2xf32>
}

// CHECK-LABEL: func.func @open_size
// CHECK: nn.adaptive_avg_pool %{{.*}} sizes [%{{.*}}, 2] : (tensor<?x3x8x?xf32>) -> tensor<?x3x?x2xf32>
func.func @open_size(%x: tensor<?x3x8x?xf32>, %n: index) -> tensor<?x3x?x2xf32> {
  %y = nn.adaptive_avg_pool %x sizes [%n, 2] : (tensor<?x3x8x?xf32>) -> tensor<?x3x?x2xf32>
  return %y : tensor<?x3x?x2xf32>
}

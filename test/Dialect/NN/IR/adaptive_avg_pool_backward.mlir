// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @adaptive_avg_pool_backward
// CHECK: nn.adaptive_avg_pool_backward %{{.*}}, %{{.*}} : (tensor<?x3x3x2xf32>, tensor<?x3x8x?xf32>) -> tensor<?x3x8x?xf32>
func.func @adaptive_avg_pool_backward(%g: tensor<?x3x3x2xf32>, %x: tensor<?x3x8x?xf32>) -> tensor<?x3x8x?xf32> {
  %y = nn.adaptive_avg_pool_backward %g, %x : (tensor<?x3x3x2xf32>, tensor<?x3x8x?xf32>) -> tensor<?x3x8x?xf32>
  return %y : tensor<?x3x8x?xf32>
}

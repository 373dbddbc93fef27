// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @with_slope
// CHECK: nn.with_slope %{{.*}}, %{{.*}} slope %{{.*}} : tensor<?x4xf32>
func.func @with_slope(%v: tensor<?x4xf32>, %x: tensor<?x4xf32>, %g: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.with_slope %v, %x slope %g : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @full
// CHECK: nn.full %{{.*}} sizes [%{{.*}}, 4] : f32 -> tensor<?x4xf32>
func.func @full(%v: f32, %n: index) -> tensor<?x4xf32> {
  %y = nn.full %v sizes [%n, 4] : f32 -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

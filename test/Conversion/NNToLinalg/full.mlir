// RUN: janus-opt --convert-nn-to-linalg %s | FileCheck %s --implicit-check-not=nn.

// CHECK-LABEL: func.func @full
// CHECK: linalg.fill
func.func @full(%v: f32, %n: index) -> tensor<?x4xf32> {
  %y = nn.full %v sizes [%n, 4] : f32 -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

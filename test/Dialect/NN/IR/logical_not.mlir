// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @logical_not
// CHECK: nn.logical_not %{{.*}} : tensor<?x4xf32>
func.func @logical_not(%x: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.logical_not %x : tensor<?x4xf32>
  return %y : tensor<?x4xi1>
}

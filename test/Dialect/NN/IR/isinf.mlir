// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @isinf
// CHECK: nn.isinf %{{.*}} : tensor<?x4xf32>
func.func @isinf(%x: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.isinf %x : tensor<?x4xf32>
  return %y : tensor<?x4xi1>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @cumsum
// CHECK: nn.cumsum %{{.*}} dim 1 : tensor<?x4xf32>
func.func @cumsum(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cumsum %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

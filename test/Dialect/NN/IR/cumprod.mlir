// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @cumprod
// CHECK: nn.cumprod %{{.*}} dim 1 : tensor<?x4xf32>
func.func @cumprod(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cumprod %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @logcumsumexp
// CHECK: nn.logcumsumexp %{{.*}} dim 1 : tensor<?x4xf32>
func.func @logcumsumexp(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.logcumsumexp %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

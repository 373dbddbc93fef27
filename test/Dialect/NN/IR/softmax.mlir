// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @softmax
// CHECK: nn.softmax %{{.*}} dim 1 : tensor<?x4xf32>
func.func @softmax(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.softmax %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

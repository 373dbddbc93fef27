// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @log_softmax
// CHECK: nn.log_softmax %{{.*}} dim 1 : tensor<?x4xf32>
func.func @log_softmax(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.log_softmax %x dim 1 : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
